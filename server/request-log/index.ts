// The request log: API requests by a company's tokens and a person's integrations, with their outcome; kept for a week,
// for debugging.
export { forgetOldRequests } from './logged.ts'
export { requestLogRows } from './routes.ts'
export { keepRequests } from './watch.ts'
