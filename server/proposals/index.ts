// Proposals: writes that programs want done, tried and kept until a person approves them.

export { proposalsContribution } from './contribution.ts'
export { proposalRows } from './routes.ts'
