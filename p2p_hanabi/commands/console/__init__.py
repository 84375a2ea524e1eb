"""Standard input and output, input and output files, the log, and error messages."""
