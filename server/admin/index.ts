// The entry point of the operator's commands, for callers other than their program.
export { commands } from './commands.ts'
export { runWords } from './run.ts'
