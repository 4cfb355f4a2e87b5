"""The asynchronous client; the blocking one is generated from it."""
