"""Each scene once, for every screen: what is shown, what can be done, and the sentences for both.

The full screen, lines and pages only draw a model, and pass on what the player does.
"""
