"""The shell and the memory: what turns rules into a program that people talk to."""
