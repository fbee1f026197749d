// Account numbers in requests.
import { Type } from '#http'
import { ACCOUNT_HIGHEST } from '#sie'

/** Imported accounts have one to eight digits; accounts that are added here have at least four. */
const LOWEST = 1

/** The number of an account in the chart. */
export const AccountNumber = (options: Record<string, unknown> = {}) =>
  Type.Integer({ minimum: LOWEST, maximum: ACCOUNT_HIGHEST, ...options })
