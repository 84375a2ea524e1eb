"""The rounds of a table: what each is for, who speaks, what is said, checked, and comes after."""
