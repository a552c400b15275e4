"""What can ask by sayso: which of it is here, how it stands, and what a switch would change."""
