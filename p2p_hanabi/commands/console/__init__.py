"""Standard input and output, files to read and to write, the log, failures as sentences."""
