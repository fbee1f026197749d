// What has happened in companies and at agencies, for those who follow it.

export { forgetOrder, leaveOrder } from './agency-order.ts'
export { eventRows } from './routes.ts'
