"""What comes next in a stage, and who stands where, for every format: plain values, no database."""
