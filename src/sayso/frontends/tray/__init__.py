"""The tray's process: the icon, and notifications to the person outside of dialogs."""
