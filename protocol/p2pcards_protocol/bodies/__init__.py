"""The bodies, one file for each thing they are about; `body` has them all."""
