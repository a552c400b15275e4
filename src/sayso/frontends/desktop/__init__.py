"""sayso in the tray: a process that the daemon starts, and that only the daemon listens to."""
