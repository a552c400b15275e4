"""Windows with a page: what is too much for a dialog or a menu."""
