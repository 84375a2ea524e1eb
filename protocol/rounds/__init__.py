"""The rounds of a table: their purpose, their speakers, what is said and checked, what follows."""
