"""What the project is built with; not part of what is shipped."""
