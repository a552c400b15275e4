"""Enters sayso in the configuration of a program that runs agents, or takes it out again."""
