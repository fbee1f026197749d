// The lines of invoices that were saved before they are booked: the service takes them with the booking alone, so the
// browser keeps them for the person until then.
import { keepDraft, readDraft, useCompany, useSession } from '#client'
import type { Line } from './booking.ts'

/** Invoices whose lines are kept; of more, those that were saved last. */
const MOST = 100

type Kept = readonly (readonly [invoiceId: string, lines: Line[]])[]

export const useKeptLines = () => {
  const { person } = useSession()
  const { id: companyId } = useCompany()
  const name = `grundbok:booking-lines:${person.id}:${companyId}`
  const all = (): Kept => readDraft<Kept>(name) ?? []
  const others = (invoiceId: string): Kept => all().filter(([one]) => one !== invoiceId)
  return {
    /** Null where none are kept. */
    of: (invoiceId: string): Line[] | null => all().find(([one]) => one === invoiceId)?.[1] ?? null,
    keep: (invoiceId: string, lines: Line[]): void => {
      const isEmpty = lines.every(({ account, net }) => account === null && net === null)
      keepDraft(name, [...others(invoiceId), ...(isEmpty ? [] : [[invoiceId, lines]])].slice(-MOST))
    },
    drop: (invoiceId: string): void => keepDraft(name, others(invoiceId)),
  }
}
