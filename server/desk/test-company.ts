// Test companies: created with a year of bookkeeping to try things out, and their clocks.
import type { PersonCall } from '#http'
import { type CompanyClock, companyClock, holdPerson, moveClock } from '#identity'
import { demoYearKind } from '#ledger'
import { startTrial } from '#plans'
import type { CompanyCall } from '#platform/call'
import { addDays, type Day, dayOf } from '#platform/day'
import type { Db } from '#platform/db'
import { queueJob } from '#platform/job'
import { sql } from '#platform/sql'
import { makeDueIn } from '#recurring'
import { remindIn } from '#reminders'
import { foundCompany, MOST_OWN_COMPANIES, refuseTooManyRemoved } from './own-company.ts'
import { deskRefusals as refusals } from './refusals.ts'

/** Maximum number of test companies that one person has created and still owns. */
export const MOST_TEST_COMPANIES = 10
/** Months of bookkeeping in a new test company. */
export const TEST_MONTHS = 12
/** After how long an unfinished one counts as failed, in milliseconds (an hour). */
const LOST_MS = 60 * 60 * 1000
/** An organization number that no company has. */
const ORGANIZATION_NUMBER = '559999-0008'

type TestCompanyState = 'making' | 'ready' | 'failed'

/** A test company of the caller. One created otherwise, such as the demo company, is ready. */
export type TestCompany = {
  id: string
  name: string
  createdAt: Date | null
  state: TestCompanyState
  monthsMade: number
  date: Day
  daysAhead: number
}

type AskedTestCompany = { name: string; hasTrial?: boolean }

/**
 * Creates a test company; its year is booked in the background. One at a time per person, so that others are not
 * delayed.
 */
export const makeTestCompany = async (
  call: PersonCall,
  { name, hasTrial = false }: AskedTestCompany,
): Promise<TestCompany> => {
  const { id: personId } = call.ownToken.session.person
  // Serializes requests of a person, so that companies are counted correctly.
  await holdPerson(call, personId)
  await refuseTooManyRemoved(call, personId)
  const all = await listTestCompanies(call)
  if (all.filter(({ createdAt }) => createdAt !== null).length >= MOST_TEST_COMPANIES)
    throw refusals.tooManyTestCompanies({ most: MOST_TEST_COMPANIES })
  if (all.some(({ state }) => state === 'making')) throw refusals.testCompanyUnderWay()
  const today = dayOf(call.now)
  const year = today.slice(0, 4)
  const fiscalYear = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
  const asked = { name, organizationNumber: ORGANIZATION_NUMBER, fiscalYear, isTest: true }
  const { id: companyId } = await foundCompany(call, asked, personId)
  const own = { ...call, companyId }
  if (hasTrial) await startTrial(own)
  await call.db.rows(sql`
    insert into desk.test_company (company_id, person_id, created_at) values (${companyId}, ${personId}, ${call.now})`)
  await queueJob(own, demoYearKind, { companyId, personId, today })
  return readTestCompany(call, companyId)
}

/** The caller's test companies, latest first. */
export const listTestCompanies = async (call: PersonCall): Promise<TestCompany[]> => {
  const { id: personId } = call.ownToken.session.person
  const rows = await call.db.rows<Row>(sql`
    select c.id, c.name, t.created_at as "createdAt", coalesce(t.months_made, ${TEST_MONTHS})::int as "monthsMade",
      t.company_id is null or t.ready_at is not null as "isReady", t.failed_at is not null as "hasFailed",
      c.clock_days as "daysAhead"
    from identity.company_member_view m
    join identity.company_view c on c.id = m.company_id and c.is_test
    left join desk.test_company t on t.company_id = c.id
    where m.person_id = ${personId} and m.role = 'owner'
    order by c.id desc limit ${MOST_OWN_COMPANIES}`)
  return rows.map(({ isReady, hasFailed, ...row }) => {
    const isLost = row.createdAt !== null && call.now.getTime() - row.createdAt.getTime() > LOST_MS
    const state = isReady ? 'ready' : hasFailed || isLost ? 'failed' : 'making'
    return { ...row, state, date: addDays(dayOf(call.now), row.daysAhead) }
  })
}

type Row = Omit<TestCompany, 'state' | 'date'> & { isReady: boolean; hasFailed: boolean }

/** One of them; refused as not found. */
export const readTestCompany = async (call: PersonCall, id: string): Promise<TestCompany> => {
  const found = (await listTestCompanies(call)).find((one) => one.id === id)
  if (!found) throw refusals.noTestCompany({ id })
  return found
}

/** Moves the clock of a test company, and creates what becomes due. Its year must be fully booked first. */
export const moveCompanyClock = async (call: CompanyCall, to: Day): Promise<CompanyClock> => {
  await companyClock(call)
  if (await isYearUnderWay(call)) throw refusals.testYearUnderWay()
  const clock = await moveClock(call, to)
  await makeDueIn(call)
  await remindIn(call)
  return clock
}

/** Whether the year of a test company is being booked. */
export const isYearUnderWay = async ({ db, companyId, now }: CompanyCall): Promise<boolean> => {
  const begun = await db.rows(sql`
    select from desk.test_company
    where company_id = ${companyId} and ready_at is null and failed_at is null
      and created_at > ${new Date(now.getTime() - LOST_MS)}`)
  return begun.length > 0
}

/** Records how many months of a test company's year are booked; ignored for other companies. */
export const noteTestMonths = async (
  db: Db,
  { companyId, months, now }: { companyId: string; months: number; now: Date },
): Promise<void> => {
  await db.rows(sql`
    update desk.test_company set months_made = ${months},
      ready_at = case when ${months}::int >= ${TEST_MONTHS} then ${now}::timestamptz end, failed_at = null
    where company_id = ${companyId}`)
}

/** Records that the year could not be completed; the booked part is kept. */
export const noteTestFailure = async (db: Db, { companyId, now }: { companyId: string; now: Date }): Promise<void> => {
  await db.rows(sql`
    update desk.test_company set failed_at = ${now} where company_id = ${companyId} and ready_at is null`)
}
