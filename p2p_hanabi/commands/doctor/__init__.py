"""`p2phanabi doctor`: test this machine, the connection to an address, or a phone."""
