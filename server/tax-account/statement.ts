// Import of the tax account: the file of the tax authority's service, or rows from a program. A row that an earlier
// import had is recognised, so that files may overlap.
import { readFile } from 'node:fs/promises'
import { fetchFile, storeFile } from '#documents'
import type { FileAnswer, ReceivedFile } from '#http'
import { companyInformation } from '#identity'
import { lockBooks, requireKronor } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, invalidWith, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type ReadStatement, readStatement, type StatementRow } from './file.rules.ts'
import { taxAccountFiles } from './files.ts'
import { kindOf } from './kind.rules.ts'
import { newRows, type StoredRow } from './known.rules.ts'
import { taxAccountFaults as faults, taxAccountRefusals as refusals } from './refusals.ts'

/** An imported statement; amounts in öre. */
export type StatementRecord = {
  id: string
  source: 'file' | 'rows'
  fileName: string | null
  fromDate: Day
  toDate: Day
  openingOre: Ore | null
  closingOre: Ore | null
  newRows: number
  knownRows: number
  importedAt: Date
  importedBy: string
}

export type Imported = { alreadyImported: boolean; statement: StatementRecord }

/** Maximum number of bytes of a file (1 MiB): ten thousand rows. */
export const FILE_LIMIT = 1024 * 1024
const CONTENT_TYPE = 'text/csv'

const readings = new WeakMap<ReceivedFile, ReadStatement>()

/** Parses a file and returns its type; refused with all that is wrong in it. */
export const judgeFile = async (file: ReceivedFile): Promise<string> => {
  const reading = readStatement(await readFile(file.path))
  if ('problems' in reading) {
    throw invalidWith(reading.problems.map(({ line, problem }) => faults.file('#/file', { line, problem })))
  }
  readings.set(file, reading.statement)
  return CONTENT_TYPE
}

/** Takes in a file that was judged. The same file again changes nothing. */
export const importFile = async (call: CompanyCall, file: ReceivedFile): Promise<Imported> => {
  const read = readings.get(file)
  if (!read) throw new Error('A file is imported that was not judged')
  await requireKronor(call, refusals.inKronor)
  await refuseOther(call, read)
  await lockBooks(call)
  const known = await statementOfFile(call, file.digest)
  if (known) return { alreadyImported: true, statement: known }
  const added = await taken(call, read)
  const id = newId()
  const { name, size, digest } = file
  const insert = insertion(call, { id, source: 'file', name, size, digest, read, added: added.rows.length })
  await storeFile(call, taxAccountFiles, file, insert)
  await insertRows(call, id, added)
  return { alreadyImported: false, statement: await getStatement(call, id) }
}

const refuseOther = async (call: CompanyCall, { number }: ReadStatement): Promise<void> => {
  const { organizationNumber } = await companyInformation(call)
  const own = organizationNumber.replace(/\D/g, '').slice(-10)
  if (number !== null && own !== '' && number !== own) refuseIfAny([faults.otherCompany('#/file', { number, own })])
}

/** Rows as a program sends them, in kronor; above zero is the company's. */
type GivenRow = {
  date: string
  text: string
  amount: number
  interestDate?: string | undefined
  reference?: string | undefined
}

type GivenRows = {
  fromDate?: string | undefined
  toDate?: string | undefined
  openingBalance?: number | undefined
  closingBalance?: number | undefined
  items: readonly GivenRow[]
}

/** Takes in rows. Rows that are known are left as they are. */
export const importRows = async (call: CompanyCall, given: GivenRows): Promise<Imported> => {
  const read = readRows(call, given)
  await requireKronor(call, refusals.inKronor)
  await lockBooks(call)
  const added = await taken(call, read)
  const id = newId()
  const none = { name: null, size: null, digest: null }
  await call.db.rows(insertion(call, { id, source: 'rows', ...none, read, added: added.rows.length }))
  await insertRows(call, id, added)
  return { alreadyImported: added.rows.length === 0, statement: await getStatement(call, id) }
}

const readRows = (call: CompanyCall, given: GivenRows): ReadStatement => {
  const { items } = given
  const today = dayOf(call.now)
  const days = items.map(({ date }) => date).toSorted()
  const from = given.fromDate ?? days[0] ?? today
  const to = given.toDate ?? days.at(-1) ?? today
  const ores = items.map(({ amount }) => oreFromNumber(amount))
  const opening = given.openingBalance === undefined ? null : oreFromNumber(given.openingBalance)
  const closing = given.closingBalance === undefined ? null : oreFromNumber(given.closingBalance)
  const references = items.map(({ reference }) => reference)
  refuseIfAny([
    ...(to > today ? [faults.dayToCome('#/toDate')] : []),
    ...(from > to ? [faults.days('#/fromDate')] : []),
    ...wrongBalance(given.openingBalance, opening, '#/openingBalance'),
    ...wrongBalance(given.closingBalance, closing, '#/closingBalance'),
    ...items.flatMap(({ date, reference }, at) => [
      ...(from <= to && (date < from || date > to) ? [faults.outside(`#/items/${at}/date`, { from, to })] : []),
      ...(ores[at] === null || ores[at] === 0n ? [faults.amount(`#/items/${at}/amount`)] : []),
      ...(reference !== undefined && references.indexOf(reference) < at
        ? [faults.referenceTwice(`#/items/${at}/reference`, { reference })]
        : []),
    ]),
  ])
  const sum = ores.reduce((all: Ore, ore) => all + (ore ?? 0n), 0n)
  if (opening !== null && closing !== null && opening + sum !== closing) {
    const values = { sum: numberFromOre(opening + sum), closing: numberFromOre(closing) }
    refuseIfAny([faults.sum('#/closingBalance', values)])
  }
  const rows = items.map(
    ({ date, text, interestDate, reference }, at): StatementRow => ({
      date: dayFrom(date),
      text: text.trim(),
      ore: ores[at] ?? 0n,
      interestDate: interestDate === undefined ? null : dayFrom(interestDate),
      reference: reference ?? null,
    }),
  )
  const balances = { openingOre: opening, closingOre: closing }
  return { number: null, rows, fromDate: dayFrom(from), toDate: dayFrom(to), ...balances }
}

const wrongBalance = (given: number | undefined, ore: Ore | null, field: string): FieldError[] =>
  given !== undefined && ore === null ? [faults.amount(field)] : []

/** The rows that no import had, and the references of those that had none until now. */
const taken = async (call: CompanyCall, { rows, fromDate, toDate }: ReadStatement) => {
  const references = rows.flatMap(({ reference }) => reference ?? [])
  const stored = await call.db.rows<StoredRow>(sql`
    select t.id, t.date, t.text, t.amount_ore as ore, t.reference from tax_account.transaction t
    where t.company_id = ${call.companyId}
      and (t.date between ${fromDate}::date and ${toDate}::date or t.reference = any(${references}::text[]))
    order by t.date, t.id`)
  return newRows(
    rows.filter(({ ore }) => ore !== 0n),
    stored,
  )
}

type Inserted = {
  id: string
  source: 'file' | 'rows'
  name: string | null
  size: number | null
  digest: Buffer | null
  read: ReadStatement
  added: number
}

const insertion = ({ companyId, now, actor }: CompanyCall, { id, source, name, size, digest, read, added }: Inserted) =>
  sql`
  insert into tax_account.statement (company_id, id, source, file_name, file_size, file_digest, from_date, to_date,
    opening_ore, closing_ore, new_rows, known_rows, imported_at, actor_kind, actor_id, actor_name)
  values (${companyId}, ${id}, ${source}, ${name}, ${size}, ${digest}, ${read.fromDate}, ${read.toDate},
    ${read.openingOre}, ${read.closingOre}, ${added}, ${read.rows.length - added}, ${now}, ${actor.kind}, ${actor.id},
    ${actor.name})`

const insertRows = async (
  call: CompanyCall,
  statementId: string,
  { rows, named }: ReturnType<typeof newRows>,
): Promise<void> => {
  const { db, companyId, now } = call
  const added = rows.map(({ ore, ...row }, at) => ({
    ...row,
    ore: String(ore),
    id: newId(),
    kind: kindOf(row.text),
    position: at + 1,
  }))
  await db.rows(sql`
    insert into tax_account.transaction (company_id, id, statement_id, position, date, interest_date, text, amount_ore,
      reference, kind, modified_at)
    select ${companyId}, id, ${statementId}, position, date, "interestDate", text, ore, reference, kind, ${now}
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as row (id uuid, position integer, date date,
      "interestDate" date, text text, ore bigint, reference text, kind text)`)
  if (named.length > 0) {
    await db.rows(sql`
      update tax_account.transaction t set reference = n.reference, modified_at = ${now}
      from unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ reference }) => reference)}::text[])
        as n (id, reference)
      where t.company_id = ${companyId} and t.id = n.id`)
  }
  const ids = added.map(({ id }) => id)
  recordEvent(call, 'tax-account-statement.imported', { id: statementId }, { id: statementId, rows: ids.length })
  for (const id of ids) recordEvent(call, 'tax-account-transaction.imported', { id })
}

const columns = sql`
  s.id, s.source, s.file_name as "fileName", s.from_date as "fromDate", s.to_date as "toDate",
  s.opening_ore as "openingOre", s.closing_ore as "closingOre", s.new_rows as "newRows", s.known_rows as "knownRows",
  s.imported_at as "importedAt", s.actor_name as "importedBy"`

const statementOfFile = ({ db, companyId }: CompanyCall, digest: Buffer): Promise<StatementRecord | null> =>
  db.maybe<StatementRecord>(sql`
    select ${columns} from tax_account.statement s where s.company_id = ${companyId} and s.file_digest = ${digest}`)

/** One statement; refused as not found. */
export const getStatement = async ({ db, companyId }: CompanyCall, id: string): Promise<StatementRecord> => {
  const found = await db.maybe<StatementRecord>(sql`
    select ${columns} from tax_account.statement s where s.company_id = ${companyId} and s.id = ${id}`)
  if (!found) throw refusals.statementNotFound({ id })
  return found
}

/** The statements of a company, those imported last first. */
export const listStatements = (call: CompanyCall, request: PageRequest): Promise<Page<StatementRecord>> => {
  const list: List<StatementRecord, StatementRecord> = {
    name: 'tax-account-statements',
    columns,
    from: sql`tax_account.statement s`,
    where: sql`s.company_id = ${call.companyId}`,
    key: [sql`s.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        fromDate: { type: 'date', column: sql`s.from_date` },
        toDate: { type: 'date', column: sql`s.to_date` },
        modifiedDateTime: { type: 'datetime', column: sql`s.imported_at` },
      },
    },
    itemOf: (row) => row,
  }
  return listPage(call, list, request)
}

/** The imported file, unchanged. */
export const downloadFile = async (call: CompanyCall, id: string): Promise<FileAnswer> => {
  const file = await call.db.maybe<{ name: string | null; size: number; digest: Buffer | null }>(sql`
    select file_name as name, file_size as size, file_digest as digest from tax_account.statement
    where company_id = ${call.companyId} and id = ${id}`)
  if (!file) throw refusals.statementNotFound({ id })
  const { name, size, digest } = file
  if (digest === null || name === null) throw refusals.noFile({ id })
  return { ...(await fetchFile(call, taxAccountFiles, digest)), name, size, contentType: CONTENT_TYPE }
}

/** The files with rows of a fiscal year, after a given one; for its archive. */
export const taxAccountFilesBetween = (
  { db, companyId }: CompanyCall,
  { startDate, endDate }: { startDate: Day; endDate: Day },
  after: string | null,
  limit: number,
): Promise<{ id: string; name: string }[]> =>
  db.rows(sql`
    select s.id, s.file_name as name from tax_account.statement s
    where s.company_id = ${companyId} and s.file_digest is not null and s.from_date <= ${endDate}::date
      and s.to_date >= ${startDate}::date and (${after}::uuid is null or s.id > ${after}::uuid)
    order by s.id limit ${limit}`)
