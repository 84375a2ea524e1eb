"""`p2phanabi doctor`: whether this machine, an address, or a phone can play."""
