"""Enters our hook in the configuration of an agent, takes it out again, and says how it stands."""
