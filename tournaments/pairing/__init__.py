"""Who meets whom: plain values in, plain values out; no database, no clock, no hidden chance."""
