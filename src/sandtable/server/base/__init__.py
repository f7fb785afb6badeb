"""What every room needs: settings, logs, numbers, clocks."""
