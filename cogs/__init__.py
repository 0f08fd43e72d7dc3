"""What people type: one module a subject, callbacks of a few lines."""
