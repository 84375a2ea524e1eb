"""The output of commands that ask nothing: audits, the doctor, histories, failures."""
