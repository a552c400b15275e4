"""Enters sayso in the configuration of a program that runs agents, or removes it again."""
