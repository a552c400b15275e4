"""The surroundings of a test: a screen, a message bus, agents, a hostile client, and other
doubles."""
