// Import of bank statements: entries of the company's accounts become transactions, once each, however many files
// contain them. The file is stored unchanged (BFL 7:1).
import { noteBankPayments, type Paying } from '#banking/matching/transaction-payment'
import { listBankAccounts, type OwnBankAccount } from '#banking/payments/bank-account'
import { type ReportTakenIn, takeInReport } from '#banking/payments/payment-answers'
import { reopenChanged } from '#banking/reconciliation/reopening'
import { lockFile } from '#documents'
import type { FileAnswer, ReceivedFile } from '#http'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { fetchKept } from '#platform/files'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { type FieldError, invalidWith, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { lockStored, reserveAndStore } from '#storage'
import { arrayText, mapInSlices, runInSlices, writeInParts, yieldToEventLoop } from '#threads/event-loop'
import { addedDataOf, type KeptTransaction, reportedDetailsOf } from './added-data.rules.ts'
import { storeAddedData } from './added-data.ts'
import type { CamtAccount } from './camt.rules.ts'
import { readCamtFile } from './camt-file.ts'
import type { BankFileRead, StatementRead } from './camt-worker.ts'
import type { Names } from './earlier-statements.rules.ts'
import { namesOf } from './earlier-statements.ts'
import { statementFiles } from './files.ts'
import { sheetStatements } from './sheet-import.ts'
import { splitEntries } from './split-entries.ts'
import {
  accountMeant,
  decide,
  type IdentifiedEntry,
  type KnownTransaction,
  type NewTransaction,
  STATEMENT_KINDS,
  type StatementKind,
} from './statement.rules.ts'
import { statementFaults as faults, statementRefusals as refusals } from './statement-refusals.ts'

/** An imported statement; amounts in öre of its currency. */
export type StatementRecord = {
  id: string
  kind: StatementKind
  reference: string
  bankAccountId: string
  iban: string
  currency: string
  fileName: string
  fromDate: Day | null
  toDate: Day | null
  openingOre: Ore | null
  closingOre: Ore | null
  newTransactions: number
  knownTransactions: number
  leftOut: number
  disputed: number
  importedAt: Date
}

type Imported = { alreadyImported: boolean; statements: StatementRecord[]; taken: ReportTakenIn | null }

/** What a file says, until it is imported: a large one takes seconds to read, and no transaction waits for that. */
const readings = new WeakMap<ReceivedFile, Exclude<BankFileRead, { findings: unknown }>>()

/** Parses a file and returns its type; refused with all its errors. */
export const judgeStatements = async (file: ReceivedFile, companyId: string): Promise<string> => {
  const reading = await readCamtFile(file, companyId)
  if ('findings' in reading) {
    throw invalidWith(reading.findings.map(({ place, problem }) => faults.camtFile('#/file', { place, problem })))
  }
  readings.set(file, reading)
  return contentTypeOf('rows' in reading ? 'sheet' : 'camt.053', file.name)
}

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The content types of files, as they are downloaded. */
export const STATEMENT_TYPES = ['application/xml', 'text/csv', WORKBOOK] as const

const contentTypeOf = (kind: StatementKind, name: string): string => {
  if (kind !== 'sheet') return 'application/xml'
  return /\.xlsx$/i.test(name) ? WORKBOOK : 'text/csv'
}

/** Takes in all of a file that was judged, or nothing. The same file again changes nothing. */
export const importBankFile = async (
  call: CompanyCall,
  file: ReceivedFile,
  bankAccountId: string | null,
): Promise<Imported> => {
  const reading = readings.get(file)
  if (!reading) throw new Error('A file is imported that was not judged')
  if ('statements' in reading) return importStatements(call, file, () => withAccounts(call, reading.statements))
  if ('rows' in reading) {
    const given = { rows: reading.rows, name: file.name, bankAccountId }
    return importStatements(call, file, () => sheetStatements(call, given))
  }
  const taken = await takeInReport(call, reading.report, file)
  const isOld = taken.of({ effect: 'known' }) + taken.of({ effect: 'earlier' }) === taken.of({})
  return { alreadyImported: isOld && taken.of({}) > 0, statements: [], taken }
}

const importStatements = async (
  call: CompanyCall,
  file: ReceivedFile,
  read: () => Promise<Given[]>,
): Promise<Imported> => {
  const known = await statementsOfFile(call, file)
  if (known.length > 0) return { alreadyImported: true, statements: known, taken: null }
  const given = await read()
  await lockAccounts(call, given)
  const { digest, path } = file
  await lockStored(call.db, { companyId: call.companyId, namespace: statementFiles.name, digest })
  await lockFile(call, statementFiles, digest)
  // Another import of the same file may have come first.
  const meanwhile = await statementsOfFile(call, file)
  if (meanwhile.length > 0) return { alreadyImported: true, statements: meanwhile, taken: null }
  await takeInAll(call, file, given)
  await reopenChanged(call)
  const statements = await statementsOfFile(call, file)
  const ids = statements.map(({ id }) => id)
  recordEvent(call, 'bank-statement.imported', null, { ids, fileName: file.name, digest: file.digest.toString('hex') })
  for (const id of ids) recordEvent(call, 'bank-statement.imported', { id })
  // Last of all: nothing that is refused has left a file.
  await reserveAndStore(call, { namespace: statementFiles.name, kind: statementFiles.kind, digest, path })
  return { alreadyImported: false, statements, taken: null }
}

/** Imports the statements one by one, and then marks bank payments as paid. */
const takeInAll = async (call: CompanyCall, file: ReceivedFile, given: readonly Given[]): Promise<void> => {
  const paying: Paying[][] = []
  let count = 0
  let next = MANY
  for (const [index, one] of (await recognized(call, given)).entries()) {
    count += one.entries.reduce((sum, { details }) => sum + details.length, 0)
    if (count >= next) {
      await forgetPlans(call)
      next = count * 2
    }
    paying.push(await takeIn(call, file, index + 1, one))
  }
  await noteBankPayments(call, paying.flat())
}

/** From this number of transactions, cached plans are discarded: a bad plan reads the whole table for each row. */
const MANY = 500

/**
 * Discards cached plans. Foreign key lookups planned while tables were small may use any index that starts with the
 * company, and then read the whole table for each row: 20,000 transactions took minutes.
 */
const forgetPlans = ({ db }: CompanyCall): Promise<unknown[]> => db.rows(sql`discard plans`)

/** The storage folder of statements. */
export const statementFileFolder = (companyId: string): string => `${companyId}/statements`

type Given = { statement: StatementRead; account: OwnBankAccount }

const withAccounts = async (call: CompanyCall, statements: readonly StatementRead[]): Promise<Given[]> => {
  const accounts = await listBankAccounts(call)
  const errors: FieldError[] = []
  const given: Given[] = []
  for (const [index, statement] of statements.entries()) {
    const place = `statement ${index + 1}`
    const account = accountMeant(statement.account, accounts)
    const { currency } = statement
    if (!account)
      errors.push(faults.unknownBankAccount('#/file', { place, account: nameOf(statement.account), currency }))
    else if (account.currency !== currency) {
      errors.push(faults.bankAccountCurrency('#/file', { place, currency, expected: account.currency }))
    } else given.push({ statement, account })
  }
  refuseIfAny(errors)
  return given
}

const nameOf = (account: CamtAccount): string => ('iban' in account ? account.iban : account.other)

/** Serializes imports for one bank account. */
const lockAccounts = async ({ db, companyId }: CompanyCall, given: readonly Given[]): Promise<void> => {
  const ids = given.map(({ account }) => account.id)
  await db.rows(sql`
    select from banking.account where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by id for no key update`)
}

type Recognized = Given & { entries: IdentifiedEntry[] }

/**
 * The statements of a file with the identities their transactions are stored under. All are considered together, so
 * that an entry is not mistaken for one that another statement of the file identifies exactly.
 */
const recognized = async (call: CompanyCall, given: readonly Given[]): Promise<Recognized[]> => {
  const whole = given.map((one) => ({ ...one, entries: one.statement.entries }))
  const told = await splitEntries(call, whole)
  const found = new Map<string, Names>()
  for (const { account, statement } of told) {
    if (found.has(account.id)) continue
    const entries = told.flatMap((one) => (one.account.id === account.id ? one.entries : []))
    await yieldToEventLoop()
    found.set(account.id, await namesOf(call, { bankAccountId: account.id, kind: statement.kind }, entries))
  }
  const all: Recognized[] = []
  for (const { entries, ...one } of told) {
    const { names, guessed } = found.get(one.account.id) ?? { names: new Map(), guessed: new Set() }
    const named = await mapInSlices(entries, (entry) => ({
      ...entry,
      keptAs: names.get(entry.identity) ?? entry.identity,
      isSure: !guessed.has(entry.identity),
    }))
    all.push({ ...one, entries: named })
  }
  return all
}

/** Imports one statement; returns the transactions that may have paid bank payments. */
const takeIn = async (
  call: CompanyCall,
  file: ReceivedFile,
  position: number,
  { entries, ...given }: Recognized,
): Promise<Paying[]> => {
  const { account } = given
  await yieldToEventLoop()
  const known = await knownOf(call, account.id, [...new Set(entries.map(({ keptAs }) => keptAs))])
  const { lines, replaced } = await runInSlices(decide(entries, known))
  const more = await runInSlices(addedDataOf(lines, known))
  await storeAddedData(call, more)
  const placed = await mapInSlices(lines, (line) =>
    'known' in line
      ? { id: line.known, of: line.entry.identity, added: null }
      : { id: newId(), of: line.added.entry.identity, added: line.added },
  )
  const added = placed.flatMap(({ id, added: one }) => (one ? [{ id, ...one }] : []))
  const statementId = await insertStatement(call, { file, position, ...given }, added.length, lines.length)
  await writeInParts(added, async (part) => {
    await insertTransactions(call, statementId, account.id, part)
    for (const { id } of part) recordEvent(call, 'bank-transaction.imported', { id, of: statementId })
  })
  if (replaced.length > 0) {
    await call.db.rows(sql`
      update banking.transaction set replaced_by_statement_id = ${statementId}, modified_at = ${call.now}
      where company_id = ${call.companyId} and id = any(${await arrayText(replaced)}::uuid[])`)
  }
  await writeInParts(placed, (part, from) => insertLines(call, statementId, part, from))
  const { currency } = account
  const within = await runInSlices(reportedDetailsOf(lines, known))
  return [
    ...(await mapInSlices(added, ({ id, entry: { date, isReversal }, detail }) => {
      return { ...detail, id, date, currency, isReversal }
    })),
    ...(await mapInSlices(more, ({ kept, more: { endToEndId } }) => ({ ...kept, endToEndId, currency }))),
    ...(await mapInSlices(within, (one) => ({ ...one, currency, isWithin: true }))),
  ]
}

/** Lines of a statement, from the place `from` on. */
const insertLines = ({ db, companyId }: CompanyCall, statementId: string, part: readonly PlacedLine[], from: number) =>
  db.rows(sql`
    insert into banking.statement_line (company_id, statement_id, position, transaction_id, entry_identity)
    select ${companyId}, ${statementId}, ${from}::integer + position, id, identity
    from unnest(${part.map(({ id }) => id)}::uuid[], ${part.map(({ of }) => of)}::text[]) with ordinality
      as line (id, identity, position)`)

type PlacedLine = { id: string; of: string }

/**
 * Stored transactions of entries, by identity, locked in id order. Each is looked up separately: for a list, older
 * PostgreSQL versions without statistics choose an index that reads the whole account.
 */
const knownOf = async (
  { db, companyId }: CompanyCall,
  bankAccountId: string,
  identities: readonly string[],
): Promise<(KnownTransaction & KeptTransaction)[]> =>
  db.rows(sql`
    select t.id, t.entry_identity as "entryIdentity", t.is_detailed as "isDetailed",
      (t.journal_entry_id is not null or t.payment_id is not null) as "isMatched",
      t.journal_entry_id is not null as "isBooked", t.payment_id is not null as "isPayment",
      t.date, t.amount_ore as ore, t.is_reversal as "isReversal", t.bank_reference as "bankReference",
      t.value_date as "valueDate", t.counterparty, t.counterparty_account as "counterpartyAccount",
      t.payment_references as "references", t.message, t.end_to_end_id as "endToEndId",
      t.instructed_ore is not null as "isExchanged"
    from (
      select f.id from unnest(${await arrayText(identities)}::text[]) as asked (identity)
      cross join lateral (
        select t.id from banking.transaction t
        where t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId}
          and t.entry_identity = asked.identity offset 0
      ) f
      group by f.id order by f.id
    ) found
    cross join lateral (
      select * from banking.transaction t
      where t.company_id = ${companyId} and t.id = found.id and t.replaced_by_statement_id is null offset 0 for update
    ) t`)

type Inserted = Given & { file: ReceivedFile; position: number }

const insertStatement = async (
  { db, companyId, now, actor }: CompanyCall,
  { file, position, statement, account }: Inserted,
  added: number,
  told: number,
): Promise<string> => {
  const id = newId()
  await db.rows(sql`
    insert into banking.statement (company_id, id, kind, bank_account_id, currency, reference, file_name, file_size,
      file_digest, file_position, from_date, to_date, opening_ore, closing_ore, new_transactions, known_transactions,
      left_out, disputed, imported_at, actor_kind, actor_id, actor_name)
    values (${companyId}, ${id}, ${statement.kind}, ${account.id}, ${statement.currency}, ${statement.reference},
      ${file.name}, ${file.size}, ${file.digest}, ${position}, ${statement.fromDate}, ${statement.toDate},
      ${statement.openingOre}, ${statement.closingOre}, ${added}, ${told - added}, ${statement.leftOut},
      ${statement.disputed}, ${now}, ${actor.kind}, ${actor.id}, ${actor.name})`)
  return id
}

const insertTransactions = async (
  { db, companyId, now }: CompanyCall,
  statementId: string,
  bankAccountId: string,
  added: readonly (NewTransaction & { id: string })[],
): Promise<void> => {
  const rows = added.map(({ id, identity, entry, detail: { ore, instructed, ...detail } }) => ({
    id,
    identity,
    ...detail,
    ore: String(ore),
    date: entry.date,
    valueDate: entry.valueDate,
    entryIdentity: entry.keptAs,
    isDetailed: entry.isDetailed,
    isReversal: entry.isReversal,
    bankReference: entry.bankReference,
    instructedCurrency: instructed?.currency ?? null,
    instructedOre: instructed === null ? null : String(instructed.ore),
  }))
  await db.rows(sql`
    insert into banking.transaction (company_id, id, statement_id, bank_account_id, entry_identity, identity,
      is_detailed, date, value_date, amount_ore, is_reversal, counterparty, counterparty_account, payment_references,
      message, end_to_end_id, bank_reference, instructed_ore, instructed_currency, modified_at)
    select ${companyId}, id, ${statementId}, ${bankAccountId}, "entryIdentity", identity, "isDetailed", date,
      "valueDate", ore, "isReversal", counterparty, "counterpartyAccount", "references", message, "endToEndId",
      "bankReference", "instructedOre", "instructedCurrency", ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (id uuid, "entryIdentity" text, identity text,
      "isDetailed" boolean, date date, "valueDate" date, ore bigint, "isReversal" boolean, counterparty text,
      "counterpartyAccount" text, "references" text[], message text, "endToEndId" text, "bankReference" text,
      "instructedOre" bigint, "instructedCurrency" text)`)
}

const statementsOfFile = ({ db, companyId }: CompanyCall, { digest }: ReceivedFile): Promise<StatementRecord[]> =>
  db.rows<StatementRecord>(sql`
    select ${columns} from ${source}
    where s.company_id = ${companyId} and s.file_digest = ${digest} order by s.file_position`)

/** One statement; refused as not found if it does not exist. */
export const readStatement = async ({ db, companyId }: CompanyCall, id: string): Promise<StatementRecord> => {
  const found = await db.maybe<StatementRecord>(sql`
    select ${columns} from ${source} where s.company_id = ${companyId} and s.id = ${id}`)
  if (!found) throw refusals.statementNotFound({ id })
  return found
}

/** A page of the statements, the last imported first. */
export const listStatements = (call: CompanyCall, request: PageRequest): Promise<Page<StatementRecord>> => {
  const list: List<StatementRecord, StatementRecord> = {
    name: 'bank-statements',
    columns,
    from: source,
    where: sql`s.company_id = ${call.companyId}`,
    key: [sql`s.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        kind: { type: { oneOf: [...STATEMENT_KINDS] }, column: sql`s.kind` },
        reference: { type: 'string', column: sql`s.reference` },
        iban: { type: 'string', column: sql`a.iban` },
        fromDate: { type: 'date', column: sql`s.from_date` },
        toDate: { type: 'date', column: sql`s.to_date` },
        importedDateTime: { type: 'datetime', column: sql`s.imported_at` },
        modifiedDateTime: { type: 'datetime', column: sql`s.imported_at` },
      },
    },
    itemOf: (row) => row,
  }
  return listPage(call, list, request)
}

/** The imported file, unchanged. */
export const downloadStatement = async (call: CompanyCall, id: string): Promise<FileAnswer> => {
  const file = await call.db.maybe<{ kind: StatementKind; name: string; size: number; digest: Buffer }>(sql`
    select kind, file_name as name, file_size as size, file_digest as digest from banking.statement
    where company_id = ${call.companyId} and id = ${id}`)
  if (!file) throw refusals.statementNotFound({ id })
  const kept = await fetchKept(call.files, statementFileFolder(call.companyId), file.digest)
  return { ...kept, name: file.name, size: file.size, contentType: contentTypeOf(file.kind, file.name) }
}

/** An imported file, by one of its statements. */
export type StatementFile = { id: string; name: string }

/**
 * The files with statements or transactions of a period, after a given one. Old statements may have their two days
 * swapped.
 */
export const statementFilesBetween = (
  { db, companyId }: CompanyCall,
  { startDate, endDate }: { startDate: Day; endDate: Day },
  after: string | null,
  limit: number,
): Promise<StatementFile[]> =>
  db.rows<StatementFile>(sql`
    select s.id, s.file_name as name from banking.statement s
    where s.company_id = ${companyId} and (${after}::uuid is null or s.id > ${after}::uuid)
      and not exists (
        select from banking.statement o
        where o.company_id = s.company_id and o.file_digest = s.file_digest and o.id < s.id)
      and exists (
        select from banking.statement f
        where f.company_id = s.company_id and f.file_digest = s.file_digest and (
          least(f.from_date, f.to_date) <= ${endDate}::date and greatest(f.from_date, f.to_date) >= ${startDate}::date
          or exists (
            select from banking.statement_line l
            join banking.transaction t on t.company_id = l.company_id and t.id = l.transaction_id
            where l.company_id = f.company_id and l.statement_id = f.id
              and t.date between ${startDate}::date and ${endDate}::date)))
    order by s.id limit ${limit}`)

const source = sql`
  banking.statement s join banking.account a on a.company_id = s.company_id and a.id = s.bank_account_id`

const columns = sql`
  s.id, s.kind, s.reference, s.bank_account_id as "bankAccountId", a.iban, s.currency, s.file_name as "fileName",
  s.from_date as "fromDate", s.to_date as "toDate", s.opening_ore as "openingOre", s.closing_ore as "closingOre",
  s.new_transactions as "newTransactions", s.known_transactions as "knownTransactions", s.left_out as "leftOut",
  s.disputed, s.imported_at as "importedAt"`
