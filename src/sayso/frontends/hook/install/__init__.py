"""Enters our hook in an agent's configuration, removes it again, and reports its state."""
