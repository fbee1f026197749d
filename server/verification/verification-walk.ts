// The walk of verification over all companies: many small ones in each statement, large ones by themselves. Of a set
// only those with a fault are found; what is wrong with them is said by verifying each alone.
import { identityService } from '#identity'
import { endsOfChains } from '#integrity/witness'
import { ledgerService } from '#ledger'
import type { Fault, Named, Walked, Walker } from '#operator'
import { operator } from '#platform/actor'
import type { ProcessContext } from '#platform/call'
import { type Database, groupByPlace } from '#platform/db'
import { sql } from '#platform/sql'
import { reasonOf } from '#platform/startup-error'
import { onSnapshot, type Part, parts, partsOfInstallation, type Snapshot } from './verification.ts'

/** Maximum number of companies in one run. */
const MAX_COMPANIES = 1_000_000
/** Most companies of a set. */
const SET_COMPANIES = 300
/** Most entries and witnesses of a set, as they are counted; a company that has more is a set by itself. */
const SET_SIZE = 20_000
/** How many sets of companies of a spread database are walked between two notes of how far it is. */
const SETS_OF_SPREAD = 10
/** How long a statement about a set may take, in milliseconds; then the set is halved. */
const SET_STATEMENT_MS = 20_000

/** The database that is walked, and what calls stand on. */
type Place = { database: Database; standing: ProcessContext }
type OnOvertaken = Parameters<Part['faultsOf']>[2]

/** What walks a database; `certificates` are those that time stamps must follow from. */
export const walkerOf = (
  place: Place,
  certificates: string | undefined,
  { onOvertaken, statementMs = SET_STATEMENT_MS }: { onOvertaken?: OnOvertaken; statementMs?: number } = {},
): Walker => {
  const { database, standing } = place
  return {
    companies: () =>
      identityService.listCompanies(
        { ...standing, actor: operator, from: null, db: database, now: new Date() },
        MAX_COMPANIES,
      ),
    atOnce: database.among ? SETS_OF_SPREAD * SET_COMPANIES : SET_COMPANIES,
    walk: async (companies, onWay) => {
      const walked = newWalked()
      for (const set of await setsOf(place, companies)) {
        add(walked, await walkSet(place, set, statementMs))
        onWay(walked.entries)
      }
      return walked
    },
    walkRest: () => faultsOfParts(place, { id: '', name: '' }, partsOfInstallation(certificates), onOvertaken),
  }
}

/** Companies that are in one place, in sets by their sizes, in their order. */
const setsOf = async ({ database }: Place, companies: readonly Named[]): Promise<Named[][]> => {
  const named = new Map(companies.map((company) => [company.id, company]))
  const sets: Named[][] = []
  for (const { db, companyIds } of await groupByPlace(database, [...named.keys()])) {
    const entries = await ledgerService.countOfEntries(db, companyIds)
    const witnesses = await endsOfChains(db, companyIds)
    const of = companyIds.flatMap((id) => {
      const company = named.get(id)
      const size = Number((entries.get(id) ?? 0n) + (witnesses.get(id)?.number ?? 0n))
      return company ? [{ company, size }] : []
    })
    sets.push(...inSets(of))
  }
  return sets
}

const inSets = (companies: readonly { company: Named; size: number }[]): Named[][] => {
  const sets: Named[][] = []
  let [set, total]: [Named[], number] = [[], 0]
  for (const { company, size } of companies) {
    if (size > SET_SIZE) {
      sets.push([company])
      continue
    }
    if (set.length === 0 || set.length >= SET_COMPANIES || total + size > SET_SIZE) {
      set = []
      total = 0
      sets.push(set)
    }
    set.push(company)
    total += size
  }
  return sets
}

/**
 * Walks companies that are in one place on one snapshot. What fails, such as a statement that takes too long or reads a
 * damaged page, halves the set, down to the company that it is about.
 */
const walkSet = async (place: Place, set: readonly Named[], statementMs: number): Promise<Walked> => {
  const [first] = set
  if (!first) return newWalked()
  if (set.length === 1) return walkAlone(place, first)
  const found = await screen(place, set, statementMs).catch(() => isThere(place))
  const walked = newWalked()
  if (!found) {
    const middle = set.length >> 1
    for (const half of [set.slice(0, middle), set.slice(middle)]) add(walked, await walkSet(place, half, statementMs))
    return walked
  }
  for (const company of set) {
    if (found.wrong.has(company.id)) add(walked, await walkAlone(place, company))
    else walked.entries += found.entries.get(company.id) ?? 0
  }
  return walked
}

/** The companies of a set that have any fault, and how many entries each has. */
const screen = (
  { database, standing }: Place,
  set: readonly Named[],
  statementMs: number,
): Promise<{ wrong: ReadonlySet<string>; entries: ReadonlyMap<string, number> }> => {
  const companyIds = set.map(({ id }) => id)
  const work = async (db: Snapshot['db']) => {
    const call = { ...standing, db, now: new Date(), actor: operator, from: null, companyIds }
    const entries = new Map<string, number>()
    const wrong = new Set<string>()
    for (const { companiesWrong } of parts) {
      for (const id of await companiesWrong(call, (of, count) => entries.set(of, count))) wrong.add(id)
    }
    return { wrong, entries }
  }
  return onSnapshot(database, companyIds[0] ?? '', work, statementMs)
}

/** What cannot be read is of the books, as long as the database is there at all. */
const isThere = async ({ database }: Place): Promise<null> => {
  await database.rows(sql`select 1`)
  return null
}

/** A company that was removed meanwhile has no faults. */
const walkAlone = async (place: Place, company: Named): Promise<Walked> => {
  const walked = newWalked()
  const faults = await faultsOfParts(place, company, parts, undefined, (entries) => {
    walked.entries = entries
  })
  const isStill = faults.length > 0 && (await isKnown(place, company))
  return isStill ? { ...walked, faults } : walked
}

const isKnown = async ({ database }: Place, { id }: Named): Promise<boolean> =>
  (await database.rows(sql`select from (${identityService.idsOfCompanies}) c where c.id = ${id}`)).length > 0

/** Each part reads a snapshot of its own. What fails is a fault, as long as the database is there at all. */
const faultsOfParts = async (
  place: Place,
  { id, name }: Named,
  of: readonly Part[],
  onOvertaken?: OnOvertaken,
  onWay: (entries: number) => void = () => {},
): Promise<Fault[]> => {
  const { database, standing } = place
  const faults: Fault[] = []
  for (const part of of) {
    const found = await onSnapshot(database, id, (db) =>
      part.faultsOf(
        { ...standing, db, now: new Date(), actor: operator, from: null, companyId: id },
        onWay,
        onOvertaken,
      ),
    ).catch(async (cause: unknown) => {
      await isThere(place)
      return [`it could not be verified to the end: ${reasonOf(cause)}`]
    })
    faults.push(...found.map((fault) => ({ companyId: id || null, companyName: name, part: part.name, fault })))
  }
  return faults
}

const newWalked = (): Walked => ({ entries: 0, faults: [] })

const add = (to: Walked, { entries, faults }: Walked): void => {
  to.entries += entries
  to.faults.push(...faults)
}
