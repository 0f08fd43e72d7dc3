"""One module a revision. Each stands for itself and is never changed once it was released."""
