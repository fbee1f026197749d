// What has happened in a company, for those who follow it.

export { eventRows } from './routes.ts'
