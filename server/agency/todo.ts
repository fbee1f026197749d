// To-dos: what is left to do in companies, computed from their books. Each context contributes queries; they run as one
// statement per place of companies.
import { bankingContribution } from '#banking'
import { documentsContribution } from '#documents'
import type { AgencyCall, Language } from '#http'
import { roleIn } from '#identity'
import { accountingCurrencyIn } from '#ledger'
import type { Call } from '#platform/call'
import { compare, type Day, dayOf } from '#platform/day'
import { type CompaniesAtPlace, type Db, groupByPlace } from '#platform/db'
import { sql } from '#platform/sql'
import { purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { todosIn } from '#todo/todo'
import { dueDatesOf, vatContribution } from '#vat'
import { requireClient } from './client-company.ts'
import { agencyRefusals as refusals } from './refusals.ts'
import { type Todo, type TodoFact, todoOf } from './todo.rules.ts'

/** Most to-dos in one response, and most companies in a list over several. */
const MAX_TODOS = 100
const MAX_COMPANIES = 5
/** Most that are sorted again after VAT gets its due dates, which are later than the ends of periods. */
const MAX_SORTED = 2 * MAX_TODOS

/** The to-dos that a member of a client company may see there, oldest first. */
export const todosInCompany = async (
  call: AgencyCall,
  { companyId, userId, language }: { companyId: string; userId: string; language: Language },
): Promise<Todo[]> => {
  await requireClient(call, companyId)
  if ((await roleIn(call, userId, { type: 'company', id: companyId })) === null) {
    const isOfAgency = (await roleIn(call, userId, { type: 'agency', id: call.agencyId })) !== null
    throw isOfAgency ? refusals.notMember({ id: userId }) : refusals.userNotFound({ id: userId })
  }
  const facts = await factsOf(call, [companyId])
  return facts.map((fact) => todoOf(fact, language))
}

/** The same for the first client companies, by name, that the user is a member of. */
export const todosOfUser = async (
  call: AgencyCall,
  { userId, language }: { userId: string; language: Language },
): Promise<Todo[]> => {
  const member = await roleIn(call, userId, { type: 'agency', id: call.agencyId })
  const companies = await call.db.rows<{ id: string }>(sql`
    select k.company_id as id from identity.agency_company_view k
    join identity.company_member_view m on m.company_id = k.company_id and m.person_id = ${userId}
    where k.agency_id = ${call.agencyId} order by lower(k.name), k.company_id limit ${MAX_COMPANIES}`)
  if (member === null && companies.length === 0) throw refusals.userNotFound({ id: userId })
  const facts = await factsOf(
    call,
    companies.map(({ id }) => id),
  )
  return facts.map((fact) => todoOf(fact, language))
}

/** The contexts that contribute to-dos. */
const contexts = [
  documentsContribution.todosOfUploads,
  purchasingContribution.todosOfSupplierInvoices,
  salesContribution.todosOfInvoices,
  bankingContribution.todosOfPayments,
  vatContribution.todos,
]

/** `date` is the position in the part's order; for VAT the last day of the period. */
type FactRow = Omit<TodoFact, 'to'> & { companyId: string }

/** The to-dos of some companies, oldest first. */
const factsOf = async ({ db, now }: Pick<Call, 'db' | 'now'>, companies: readonly string[]): Promise<TodoFact[]> => {
  const parts = await groupByPlace(db, companies)
  const found = await Promise.all(parts.map(async (part) => withDueDates(part.db, await rowsIn(part, dayOf(now)))))
  const places = new Map(companies.map((id, place) => [id, place]))
  const placeOf = ({ companyId }: { companyId: string }) => places.get(companyId) ?? 0
  return found
    .flat()
    .toSorted((one, other) => compare(one.date, other.date) || placeOf(one) - placeOf(other))
    .slice(0, MAX_TODOS)
    .map(({ companyId: _, ...fact }) => fact)
}

/**
 * Those of the companies in one place. The limit equals the number of companies and so removes none; it makes the
 * planner expect few rows and reuse one generic plan.
 */
const rowsIn = ({ db, companyIds }: CompaniesAtPlace, today: Day): Promise<FactRow[]> => {
  const asked = { company: sql`asked.company_id`, today, limit: MAX_TODOS }
  const parts = contexts.flatMap((todosOf) => todosOf(asked))
  return db.rows<FactRow>(
    sql`
    select asked.company_id as "companyId", kind, name, number, ore,
      coalesce(currency, ${accountingCurrencyIn(sql`asked.company_id`)}) as currency, date, from_date as "from"
    from (
      select * from unnest(${companyIds}::uuid[]) with ordinality as one (company_id, place)
      limit ${companyIds.length}
    ) asked
    cross join lateral (${todosIn(parts, MAX_TODOS)}) todo
    order by date, place, kind, number, name limit ${MAX_SORTED}`,
    'todos',
  )
}

/** The same, with VAT on the due date of its return. */
const withDueDates = async (db: Db, rows: readonly FactRow[]): Promise<(TodoFact & { companyId: string })[]> => {
  const periods = rows.flatMap(({ companyId, from, date }) => (from ? [{ companyId, start: from, end: date }] : []))
  const due = (await dueDatesOf(db, periods)).values()
  return rows.map((row) =>
    row.from === null ? { ...row, to: null } : { ...row, to: row.date, date: due.next().value ?? row.date },
  )
}
