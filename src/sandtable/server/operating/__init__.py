"""What an operator sees and does: health, retention, tending tables, troubles at a start."""
