// The door of the operator's commands, for whoever runs them elsewhere than in their program.
export { commands } from './commands.ts'
export { runWords } from './run.ts'
