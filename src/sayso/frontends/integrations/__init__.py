"""What can ask through sayso: what is here, how it stands, and what a switch would change."""
