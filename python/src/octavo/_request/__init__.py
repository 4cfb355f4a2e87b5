"""What the asynchronous and the blocking client share about requests."""
