"""Models on this machine: which there are, what they are asked, what they answered."""
