"""My cards."""
