"""What more than one game uses: the table of options, and cards that two games share."""
