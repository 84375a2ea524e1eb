"""The audited library that the live page uses, in one file: `make noble` makes it from npm."""
