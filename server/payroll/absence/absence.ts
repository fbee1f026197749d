// Absence of an employment: which days, why, and how much of them. No day of an employment has two.
import { holdEmployment, readEmployment } from '#payroll/people/employment'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { isId, newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { namesChanged } from '#text/json'
import {
  type AbsenceBody,
  type AbsenceContent,
  absenceContentOf,
  outsideEmployment,
  type StoredAbsence,
  wrongInAbsence,
} from './absence.rules.ts'
import { absenceFaults as faults, absenceRefusals as refusals } from './absence-refusals.ts'

export type AbsenceRecord = StoredAbsence & { modifiedAt: Date }

/** The absence; null when the company has none with this id. */
const findAbsence = (call: CompanyCall, id: string): Promise<AbsenceRecord | null> =>
  call.db.maybe<AbsenceRecord>(sql`
    select ${columns} from payroll.absence a where a.company_id = ${call.companyId} and a.id = ${id}`)

/** One absence; refused as not found if it does not exist. */
export const readAbsence = async (call: CompanyCall, id: string): Promise<AbsenceRecord> => {
  const absence = await findAbsence(call, id)
  if (!absence) throw refusals.absenceNotFound({ id })
  return absence
}

/** The current absence, locked against change and deletion until the transaction ends. */
export const holdAbsence = async (call: CompanyCall, id: string): Promise<AbsenceRecord> => {
  await call.db.rows(sql`
    select from payroll.absence where company_id = ${call.companyId} and id = ${id} for update`)
  return readAbsence(call, id)
}

/** A page of the absences of all employments, newest first. */
export const listAbsences = (call: CompanyCall, request: PageRequest): Promise<Page<AbsenceRecord>> => {
  const list: List<AbsenceRecord, AbsenceRecord> = {
    name: 'absences',
    columns,
    from: sql`payroll.absence a`,
    where: sql`a.company_id = ${call.companyId}`,
    key: [sql`a.id`],
    keyOf: ({ id }) => [id],
    filters,
    itemOf: (row) => row,
  }
  return listPage(call, list, request)
}

/** The absences of an employment that have a day between two, in order. */
export const absencesBetween = (
  call: CompanyCall,
  employmentId: string,
  { from, to }: { from: Day; to: Day },
): Promise<StoredAbsence[]> =>
  call.db.rows<StoredAbsence>(sql`
    select ${columns} from payroll.absence a
    where a.company_id = ${call.companyId} and a.employment_id = ${employmentId}
      and a.from_date <= ${to}::date and a.to_date >= ${from}::date
    order by a.from_date`)

export const createAbsence = async (call: CompanyCall, body: AbsenceBody): Promise<AbsenceRecord> => {
  refuseIfAny(await wrongInNewAbsence(call, body))
  const content = absenceContentOf(body)
  // Locked, so that two absences of an employment come one after the other.
  await holdEmployment(call, content.employmentId)
  await refuseClash(call, content, null)
  const id = newId()
  const { employmentId, kind, from, to, extent, minutes, isPaid } = content
  await call.db.rows(sql`
    insert into payroll.absence (
      company_id, id, employment_id, kind, from_date, to_date, extent, minutes, is_paid, created_by_kind, created_by_id,
      created_at, modified_at)
    values (${call.companyId}, ${id}, ${employmentId}, ${kind}, ${from}::date, ${to}::date, ${extent}, ${minutes},
      ${isPaid}, ${call.actor.kind}, ${call.actor.id}, ${call.now}, ${call.now})`)
  await saveDays(call, id, content)
  recordEvent(call, 'absence.created', { id }, { id, employmentId })
  return readAbsence(call, id)
}

/** Replaces an absence's content; its employment stays. */
export const updateAbsence = async (call: CompanyCall, id: string, body: AbsenceBody): Promise<AbsenceRecord> => {
  const before = await holdAbsence(call, id)
  refuseIfAny(await wrongInChangedAbsence(call, body, id))
  const content = absenceContentOf(body)
  const changed = namesChanged<AbsenceContent>(before, content)
  if (changed.length === 0) return before
  await holdEmployment(call, content.employmentId)
  await refuseClash(call, content, id)
  const { kind, from, to, extent, minutes, isPaid } = content
  await call.db.rows(sql`
    update payroll.absence set kind = ${kind}, from_date = ${from}::date, to_date = ${to}::date, extent = ${extent},
      minutes = ${minutes}, is_paid = ${isPaid}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  await saveDays(call, id, content)
  // Only names of fields: why a person is away is for those who keep the payroll.
  recordEvent(call, 'absence.changed', { id }, { id, changed })
  return readAbsence(call, id)
}

export const deleteAbsence = async (call: CompanyCall, id: string): Promise<void> => {
  const { employmentId } = await holdAbsence(call, id)
  await call.db.rows(sql`delete from payroll.absence where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'absence.deleted', { id }, { id, employmentId })
}

const saveDays = async ({ db, companyId }: CompanyCall, id: string, content: AbsenceContent): Promise<void> => {
  const { employmentId, from, to } = content
  await db.rows(sql`delete from payroll.absence_day where company_id = ${companyId} and absence_id = ${id}`)
  await db.rows(sql`
    insert into payroll.absence_day (company_id, employment_id, day, absence_id)
    select ${companyId}::uuid, ${employmentId}::uuid, ${from}::date + n, ${id}::uuid
    from generate_series(0, ${to}::date - ${from}::date) n`)
}

const refuseClash = async (
  call: CompanyCall,
  { employmentId, from, to }: AbsenceContent,
  own: string | null,
): Promise<void> => {
  const clash = await call.db.maybe<{ id: string; from: string; to: string }>(sql`
    select a.id, a.from_date::text as "from", a.to_date::text as "to" from payroll.absence a
    where a.company_id = ${call.companyId} and a.employment_id = ${employmentId} and a.id is distinct from ${own}::uuid
      and a.from_date <= ${to}::date and a.to_date >= ${from}::date
    order by a.from_date limit 1`)
  if (clash) throw refusals.absenceOverlaps(clash)
}

/** Errors in the body of new absence. */
export const wrongInNewAbsence = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const errors = wrongInAbsence(body)
  const employmentId = employmentIn(body)
  if (employmentId === null) return errors
  const employment = await call.db.maybe<{ from: string; to: string | null }>(sql`
    select m.from_date::text as "from", m.to_date::text as "to" from payroll.employment m
    where m.company_id = ${call.companyId} and m.id = ${employmentId}`)
  if (!employment) return [faults.employmentUnknown('#/employmentRef/id'), ...errors]
  return errors.length > 0 ? errors : outsideEmployment(body, employment)
}

/** Errors in a change of absence; a missing one is checked as a new one. */
export const wrongInChangedAbsence = async (call: CompanyCall, body: unknown, id: string): Promise<FieldError[]> => {
  const before = await findAbsence(call, id)
  if (!before) return wrongInNewAbsence(call, body)
  const employmentId = employmentIn(body)
  if (employmentId !== null && employmentId !== before.employmentId)
    return [faults.employmentFixed('#/employmentRef/id'), ...wrongInAbsence(body)]
  const errors = wrongInAbsence(body)
  return errors.length > 0 ? errors : outsideEmployment(body, await readEmployment(call, before.employmentId))
}

const employmentIn = (body: unknown): string | null => {
  const { id } = Object(Object(body).employmentRef) as { id?: unknown }
  return typeof id === 'string' && isId(id) ? id : null
}

const columns = sql`
  a.id, a.employment_id as "employmentId", a.kind, a.from_date::text as "from", a.to_date::text as "to", a.extent,
  a.minutes, a.is_paid as "isPaid", a.modified_at as "modifiedAt"`

const filters: FilterTable = {
  properties: {
    from: { type: 'date', column: sql`a.from_date` },
    to: { type: 'date', column: sql`a.to_date` },
    kind: { type: 'string', column: sql`a.kind` },
    employmentRef: { type: 'id', column: sql`a.employment_id` },
    'employmentRef.id': { type: 'id', column: sql`a.employment_id` },
    modifiedDateTime: { type: 'datetime', column: sql`a.modified_at` },
  },
}
