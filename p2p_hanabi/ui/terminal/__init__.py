"""The full screen: draws models in cells, and reads keys."""
