"""Programs that can ask through sayso: which are on this machine, whether they do so, and what
switching them on or off would change."""
