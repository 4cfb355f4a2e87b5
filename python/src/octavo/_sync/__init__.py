"""The blocking client, generated from the asynchronous one except for three files."""
