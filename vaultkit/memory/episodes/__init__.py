"""What happened and when: journal, notes and transcripts, cut into chunks and searched. The files are the truth."""
