// The events of companies and agencies, for followers.

export { forgetOrder, leaveOrder } from './agency-order.ts'
export { eventRows } from './routes.ts'
