// Employer's returns: what a month of payment comes to, kept as it was made, and noted as filed.
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { companyInformation } from '#identity'
import { personalNumber } from '#numbers/personal-number'
import { type PayslipRecord, payslipsOfMonth } from '#payroll/runs/payslip'
import { peopleBy } from '#payroll/runs/run-people'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf, isDay, swedishTime } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { seal, tryUnseal } from '#platform/seal'
import { sql } from '#platform/sql'
import type { SealedColumn } from '#secrets/sealed'
import { type Return, returnText, wrongInReturn } from './agi.rules.ts'
import { differing, type MonthStatements, type PersonOfMonth, statementsOf } from './month.rules.ts'
import { returnFaults as faults, returnRefusals as refusals } from './return-refusals.ts'

type Contact = { name: string; phone: string; email: string }

export type ReturnRecord = {
  id: string
  month: Day
  state: 'made' | 'filed'
  people: number
  taxOre: Ore
  contributionsOre: Ore
  filedOn: Day | null
  receipt: string | null
  createdByName: string
  createdAt: Date
  modifiedAt: Date
}

/** The purpose of the key of the content. */
const SEAL = "employer's returns"
const placeOf = (key: readonly string[]): string => key.join(' ')

/** The content of returns, which has personal numbers. */
export const sealedReturns: SealedColumn = {
  what: "employer's returns",
  purpose: SEAL,
  table: 'payroll.employer_return',
  column: 'content',
  key: ['company_id', 'id'],
  placeOf,
}

const columns = sql`
  t.id, t.month, t.state, t.people, t.tax_ore as "taxOre", t.contributions_ore as "contributionsOre",
  t.filed_on as "filedOn", t.receipt, t.created_by_name as "createdByName", t.created_at as "createdAt",
  t.modified_at as "modifiedAt"`

/** One return; refused as not found if it does not exist. */
export const readReturn = async ({ db, companyId }: CompanyCall, id: string): Promise<ReturnRecord> => {
  const found = await db.maybe<ReturnRecord>(sql`
    select ${columns} from payroll.employer_return t where t.company_id = ${companyId} and t.id = ${id}`)
  if (!found) throw refusals.notFound({ id })
  return found
}

/** A page of the returns, newest first. */
export const listReturns = (call: CompanyCall, request: PageRequest): Promise<Page<ReturnRecord>> => {
  const list: List<ReturnRecord, ReturnRecord> = {
    name: 'employer-returns',
    columns,
    from: sql`payroll.employer_return t`,
    where: sql`t.company_id = ${call.companyId}`,
    key: [sql`t.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        month: { type: 'date', column: sql`t.month` },
        state: { type: { oneOf: ['made', 'filed'] }, column: sql`t.state` },
        modifiedDateTime: { type: 'datetime', column: sql`t.modified_at` },
      },
    },
    itemOf: (row) => row,
  }
  return listPage(call, list, request)
}

type Kept = Pick<Return, 'statements' | 'absences'>
type Person = PersonOfMonth & { employeeId: string; name: string; maskedNumber: string }

/** What a month comes to, and what of it has to be sent. */
export type Proposed = {
  month: string
  whole: MonthStatements
  /** All of it where none was filed; null where the one that was filed says the same. */
  sent: Kept | null
  people: readonly Person[]
  payslips: readonly PayslipRecord[]
  faults: ReturnType<typeof wrongInReturn>
  isCorrection: boolean
}

const periodOf = (month: string): string => month.replace('-', '')

/** The return of a month, `2026-05`, as it would be made now. */
export const proposeReturn = async (call: CompanyCall, month: string): Promise<Proposed> => {
  refuseIfAny(wrongMonth(month, '#/month'))
  const payslips = await payslipsOfMonth(call, month)
  const people = await peopleOf(call, payslips)
  const whole = statementsOf(people, periodOf(month))
  const filed = await filedOf(call, month)
  const sent = filed === null ? whole : differing(whole, filed)
  const content = await returnOf(call, { ...whole, contact: { name: '-', phone: '-', email: '-' } })
  return { month, whole, sent, people, payslips, faults: wrongInReturn(content), isCorrection: filed !== null }
}

const wrongMonth = (month: string, field: string): FieldError[] => (isDay(`${month}-01`) ? [] : [faults.month(field)])

const peopleOf = async (call: CompanyCall, payslips: readonly PayslipRecord[]): Promise<Person[]> => {
  const known = await peopleBy(call, [...new Set(payslips.map(({ employeeId }) => employeeId))])
  const byPerson = new Map<string, PayslipRecord[]>()
  for (const one of payslips) byPerson.set(one.employeeId, [...(byPerson.get(one.employeeId) ?? []), one])
  return [...byPerson].map(([employeeId, own]) => {
    const person = own[0]?.person
    const numbers = own.flatMap((one) => one.person.employments.map(({ number }) => number))
    return {
      employeeId,
      name: `${person?.firstName} ${person?.lastName}`,
      maskedNumber: person?.maskedNumber ?? '',
      number: (known.get(employeeId)?.personalNumber ?? '').replace(/\D/g, ''),
      birthYear: own[0]?.birthYear ?? 0,
      statement: Math.min(...numbers),
      taxKind: person?.taxKind ?? 'table',
      taxOre: own.reduce((sum, { taxOre }) => sum + taxOre, 0n),
      lines: own.flatMap(({ lines }) => lines),
    }
  })
}

/** The statements that were filed of a month, the later ones in place of the earlier; null where none was filed. */
const filedOf = async (call: CompanyCall, month: string): Promise<Kept | null> => {
  const rows = await call.db.rows<{ id: string; content: Buffer }>(sql`
    select t.id, t.content from payroll.employer_return t
    where t.company_id = ${call.companyId} and t.month = ${`${month}-01`}::date and t.state = 'filed' order by t.id`)
  if (rows.length === 0) return null
  const statements = new Map<string, Kept['statements'][number]>()
  const absences: Kept['absences'][number][] = []
  for (const { id, content } of rows) {
    const one = opened(call, id, content)
    for (const statement of one.statements) {
      const key = statement.kind === 'main' ? 'main' : `${statement.payee.id.text} ${statement.number}`
      if (statement.kind === 'removal') statements.delete(key)
      else statements.set(key, statement)
    }
    absences.push(...one.absences)
  }
  return { statements: [...statements.values()], absences }
}

const opened = ({ keysFor, companyId }: CompanyCall, id: string, content: Buffer): Return => {
  const text = tryUnseal(keysFor(SEAL), content, placeOf([companyId, id]))
  if (text === null) throw refusals.unreadable({ id })
  // The cast is safe: this module sealed it.
  return JSON.parse(text) as Return
}

const PROGRAM = 'Grundbok'
const ORGANIZATION = '16'

const returnOf = async (call: CompanyCall, { contact, ...kept }: Kept & { contact: Contact }): Promise<Return> => {
  const { organizationNumber } = await companyInformation(call)
  const digits = organizationNumber.replace(/\D/g, '')
  // The business of a person has the personal number, whose month is below 20.
  const isPerson = Number(digits.slice(-8, -6)) < 20
  const person = isPerson ? personalNumber(organizationNumber, dayOf(call.now))?.replace(/\D/g, '') : undefined
  const employerId = person ?? (digits.length === 10 ? `${ORGANIZATION}${digits}` : digits)
  const { statements, absences } = kept
  return {
    program: PROGRAM,
    senderId: employerId,
    technicalContact: contact,
    madeAt: `${swedishTime(call.now).replace(' ', 'T')}:00`,
    employerId,
    contacts: [contact],
    statements,
    absences,
  }
}

/** Makes the return of a month and keeps it; one of the month that was made and not filed is replaced. */
export const makeReturn = async (
  call: CompanyCall,
  { month, contact }: { month: string; contact: Contact },
): Promise<ReturnRecord> => {
  const { whole, sent, people, faults: found } = await proposeReturn(call, month)
  if (sent === null) throw refusals.sameAsFiled({ month })
  if (found.length > 0) throw refusals.faulty({ month, count: found.length })
  const { db, companyId, actor, now, keysFor } = call
  const id = newId()
  const content = JSON.stringify(await returnOf(call, { ...sent, contact }))
  await db.rows(sql`
    delete from payroll.employer_return
    where company_id = ${companyId} and month = ${`${month}-01`}::date and state = 'made'`)
  await db.rows(sql`
    insert into payroll.employer_return (company_id, id, month, state, content, people, tax_ore, contributions_ore,
      created_by_kind, created_by_id, created_by_name, created_at, modified_at)
    values (${companyId}, ${id}, ${`${month}-01`}::date, 'made',
      ${seal(keysFor(SEAL), content, placeOf([companyId, id]))}::bytea, ${people.length}, ${whole.taxOre},
      ${whole.contributionsOre}, ${actor.kind}, ${actor.id}, ${actor.name}, ${now}, ${now})`)
  const told = { id, month, people: people.length, tax: numberFromOre(whole.taxOre) }
  recordEvent(call, 'employer-return.made', { id }, { ...told, contributions: numberFromOre(whole.contributionsOre) })
  return readReturn(call, id)
}

/** The XML file of a return, as Skatteverket takes it. */
export const downloadReturn = async (call: CompanyCall, id: string): Promise<FileAnswer> => {
  const { month } = await readReturn(call, id)
  const { content } = await call.db.one<{ content: Buffer }>(sql`
    select t.content from payroll.employer_return t where t.company_id = ${call.companyId} and t.id = ${id}`)
  const bytes = Buffer.from(returnText(opened(call, id, content)), 'utf8')
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name: `agi-${month.slice(0, 7)}.xml`, size: bytes.length, contentType: 'application/xml' }
}

/** Notes that a return was filed, with what Skatteverket answered. */
export const noteFiled = async (
  call: CompanyCall,
  id: string,
  { filedOn, receipt = null }: { filedOn: string; receipt?: string | null },
): Promise<ReturnRecord> => {
  const { db, companyId, now } = call
  await db.rows(sql`
    select from payroll.employer_return where company_id = ${companyId} and id = ${id} for update`)
  const { state } = await readReturn(call, id)
  if (state === 'filed') throw refusals.alreadyFiled({ id })
  if (filedOn > dayOf(now)) refuseIfAny([faults.filedOn('#/filedOn')])
  await db.rows(sql`
    update payroll.employer_return set state = 'filed', filed_on = ${filedOn}::date,
      receipt = ${receipt?.trim() || null}, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'employer-return.filed', { id }, { id, filedOn, receipt })
  return readReturn(call, id)
}
