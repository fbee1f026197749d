// What the service may not do with what the bank sent and got.
import type { Withheld } from '#platform/grants'

export const bankingWithheld: readonly Withheld[] = [
  ['banking.statement', 'update, delete'],
  ['banking.payment_file', 'update, delete'],
]

/** Files on their way out, which outlast their company. */
export const bankingStays: readonly string[] = ['banking.dropped_statement', 'banking.dropped_payment_file']
