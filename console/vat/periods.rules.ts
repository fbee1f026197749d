// What is asked of a period of VAT.
import type { Schema } from '#client'

/** Whether a return is asked for: without one there is no day when it is due. */
export const isAsked = ({ status }: Pick<Schema<'VatPeriod'>, 'status'>): boolean =>
  status !== 'nothingBooked' && status !== 'yearClosed'
