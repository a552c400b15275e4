"""Windows with a page, for what is too much for a dialog or a menu."""
