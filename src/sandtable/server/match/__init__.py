"""One match in live time: who was first, what came of it, what each viewer is shown."""
