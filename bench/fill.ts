// Creates real books of any size with the code for batched requests.
import { operator } from '#platform/actor'
import { addDays, type Day, dayOf } from '#platform/day'
import { sql } from '#platform/sql'
import { bookTogether, entryOn } from './entry.ts'
import { type Company, makeCompanies, type Service } from './service.ts'
import { tell } from './workshop.ts'

/** Entries booked by one statement. */
const BATCH = 1000
/** Concurrent batches: one is booked while the next is prepared. */
const AT_ONCE = 2
/** Time limit for filling books, in milliseconds. */
const FILL_TIMEOUT_MS = 30 * 60 * 1000
/** The interval of progress reports, in entries. */
const TELL_EVERY = 100_000
/** The fiscal years that the entries are distributed over: the current one and the two before. */
const YEARS = 3

/** A company with this many entries, the oldest two years and some months ago, the newest today. */
export const fillBooks = async (service: Service, entries: number): Promise<{ company: Company; seconds: number }> => {
  const started = Date.now()
  const today = dayOf(new Date())
  const year = Number(today.slice(0, 4))
  const years = Array.from({ length: YEARS }, (_, index) => year - YEARS + 1 + index)
  const [company] = await makeCompanies(service, 1, years)
  if (!company) throw new Error('No company was made')
  const days = daysBetween(`${years[0]}-01-01` as Day, today)
  let next = 0
  const work = async (): Promise<void> => {
    while (next < entries) {
      const first = next
      next = Math.min(entries, first + BATCH)
      if (first % TELL_EVERY === 0) tell(`Lists: ${first} of ${entries} entries`)
      if (Date.now() - started > FILL_TIMEOUT_MS) throw new Error('Filling the books takes too long: see --entries')
      const bodies = Array.from({ length: next - first }, (_, index) => {
        const place = Math.floor(((first + index) / entries) * days.length)
        return entryOn(days[place] ?? today)
      })
      const { standing, database: db } = service
      const call = { ...standing, db, now: new Date(), from: null, actor: operator, companyId: company.id }
      await bookTogether(call, bodies)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = (Date.now() - started) / 1000
  // Done now, since autovacuum would run later during the measurement.
  await service.database.rows(sql`vacuum (analyze)`)
  return { company, seconds }
}

const daysBetween = (first: Day, last: Day): Day[] => {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
