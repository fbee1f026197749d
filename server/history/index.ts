// History: who changed what, as the administrators of a company read it.
export { historyRows } from './routes.ts'
export { eventInWords } from './words.rules.ts'
