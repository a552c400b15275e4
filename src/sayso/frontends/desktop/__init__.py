"""The desktop: the tray, and what a person hears of without a dialog."""
