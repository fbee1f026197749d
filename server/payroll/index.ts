// Payroll: employees and their employments, and what they are paid.

export { employeeNamed } from '#payroll/people/party-data'
export { payrollContribution } from './contribution.ts'
export { payrollRows } from './routes.ts'
