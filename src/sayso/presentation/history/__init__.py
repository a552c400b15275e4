"""The history as a person reads it: one entry for each question, made of the log's records."""
