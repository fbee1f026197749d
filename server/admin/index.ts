// The door of the operator's commands, for whoever runs them elsewhere than in their program.
export { runWords } from './run.ts'
