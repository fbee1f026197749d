// What has happened in companies and at agencies, for those who follow it.

export { forgetOrder } from './agency-feed.ts'
export { eventRows } from './routes.ts'
