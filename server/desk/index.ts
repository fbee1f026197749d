// The desk: what a person has before them in the console.
export { deskRefusals } from './refusals.ts'
export { deskRows } from './routes.ts'
