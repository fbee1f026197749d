// What the programs of the service call in recurring, and no other context.
import { findDue } from './jobs.ts'
import { recurringUsesOf } from './recurring.ts'

export const recurringService = {
  findDue,
  usesOf: recurringUsesOf,
}
