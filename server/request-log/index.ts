// The log of requests: what the programs of a company, and the integrations of a person, have asked of the API, and
// what they were answered; kept for a week, for those who look for a mistake in them.
export { forgetOldRequests } from './logged.ts'
export { requestLogRows } from './routes.ts'
export { keepRequests } from './watch.ts'
