// The desk: a person's start pages in the console.

export { deskContribution } from './contribution.ts'
export { copyFor } from './personal-copy.ts'
export { deskRefusals } from './refusals.ts'
export { deskRows } from './routes.ts'
export { deskService } from './service.ts'
