"""The tray icon and its menu: what it knows, what it shows, in which words."""
