// Real books of any size, made by the code that books requests, many entries at a time.
import { operator } from '#platform/call'
import { addDays, type Day, dayOf } from '#platform/day'
import { sql } from '#platform/sql'
import { bookTogether, entryOn } from './entry.ts'
import { type Company, makeCompanies, type Service } from './service.ts'
import { tell } from './workshop.ts'

/** Entries that are booked by one statement. */
const BATCH = 1000
/** Batches under way at the same time: one is booked while the next is made. */
const AT_ONCE = 2
/** Longest time for filling books, in milliseconds. */
const FILL_TIMEOUT_MS = 30 * 60 * 1000
/** How often it is told how far it has come, in entries. */
const TELL_EVERY = 100_000
/** The fiscal years that the entries are spread over: this one and the two before. */
const YEARS = 3

/** A company with so many entries, the oldest two years and some months ago, the newest today. */
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
  // What the server would do by itself a little later, and what would disturb the measurement.
  await service.database.rows(sql`vacuum (analyze)`)
  return { company, seconds }
}

const daysBetween = (first: Day, last: Day): Day[] => {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
