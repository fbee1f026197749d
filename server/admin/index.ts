// The entry point of the operator's commands, for callers other than their program.
