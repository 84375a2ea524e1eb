"""What commands print that ask nothing: audits, the doctor, histories, failures."""
