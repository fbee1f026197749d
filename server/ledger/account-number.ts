// The numbers of accounts as requests have them.
import { Type } from '#http'
import { ACCOUNT_HIGHEST } from '#sie'

/** Accounts of files may have any number of digits up to eight; those that are added here have four at least. */
const LOWEST = 1

/** An account of a chart, by its number. */
export const AccountNumber = (options: Record<string, unknown> = {}) =>
  Type.Integer({ minimum: LOWEST, maximum: ACCOUNT_HIGHEST, ...options })
