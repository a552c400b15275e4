"""The tray's process: the icon, and what a person hears of without a dialog."""
