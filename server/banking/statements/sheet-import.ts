// Statements out of a table (CSV or XLSX): whose they are, and what the columns hold as said for the bank account.
import { listBankAccounts, type OwnBankAccount } from '#banking/payments/bank-account'
import { type Head, headOf } from '#banking/sheets/columns.rules'
import { readSheet, type SheetStatement } from '#banking/sheets/sheet-statement.rules'
import { layoutsOf } from '#banking/sheets/statement-columns'
import type { SheetRow } from '#banking/sheets/table.rules'
import type { CompanyCall } from '#platform/call'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { truncate } from '#text/truncate'
import { mapInSlices, runInSlices } from '#threads/event-loop'
import type { CamtAccount } from './camt.rules.ts'
import { camtPlaces } from './camt-problems.ts'
import type { StatementRead } from './camt-worker.ts'
import { accountMeant, newIdentifying } from './statement.rules.ts'
import { statementFaults as faults } from './statement-refusals.ts'

type Asked = { rows: readonly SheetRow[]; name: string; bankAccountId: string | null }

/** Maximum number of characters in a statement's reference, and of columns and characters that an error repeats. */
const MAX_REFERENCE = 140
const MAX_SHOWN = 300
/** How many rows an error about unknown columns shows, and the most characters of a cell. */
const ROWS_SHOWN = 3
const MAX_CELL_SHOWN = 60

/** The statements of a table with their bank accounts; refused with all that is wrong with it. */
export const sheetStatements = async (
  call: CompanyCall,
  { rows, name, bankAccountId }: Asked,
): Promise<{ statement: StatementRead; account: OwnBankAccount }[]> => {
  const accounts = await listBankAccounts(call)
  const asked = accounts.find(({ id }) => id === bankAccountId) ?? null
  if (bankAccountId !== null && !asked) refuseIfAny([faults.noSuchAccount('bankAccountId', { id: bankAccountId })])
  const head = headOf(rows, await layoutsOf(call, bankAccountId))
  if (!head) refuseIfAny([faults.noColumns('#/file')])
  else if (!head.isKnown) refuseIfAny([unknownColumns(rows, head)])
  const reading = await runInSlices(readSheet(rows, head as Head))
  if ('findings' in reading) {
    const whole = camtPlaces.file()
    refuseIfAny(
      reading.findings.map(({ place, problem }) => faults.camtFile('#/file', { place: place ?? whole, problem })),
    )
    return []
  }
  const errors: FieldError[] = []
  const given: { statement: StatementRead; account: OwnBankAccount }[] = []
  for (const one of reading.statements) {
    const account = accountOf(one, accounts, asked)
    if ('field' in account) errors.push(account)
    else given.push({ account, statement: await statementRead(one, account, name) })
  }
  refuseIfAny(errors)
  return given
}

/** The fault about unknown columns, with them, what they may hold, and the first rows below them. */
const unknownColumns = (rows: readonly SheetRow[], { at, columns }: Head): FieldError => {
  const shown = columns.map(({ title, holds }) => ({ title: truncate(title, MAX_CELL_SHOWN), holds }))
  const first = rows
    .slice(at + 1, at + 1 + ROWS_SHOWN)
    .map(({ cells }) => columns.map((_, index) => truncate(String(cells[index] ?? ''), MAX_CELL_SHOWN)))
  const text = truncate(shown.map(({ title }) => title).join(' | '), MAX_SHOWN)
  const layout = JSON.stringify({ columns: shown, rows: first })
  return faults.unknownColumns('#/file', { columns: text, layout })
}

/** The bank account of a statement, or why there is none. */
const accountOf = (
  { accounts: numbers, currency }: SheetStatement,
  accounts: readonly OwnBankAccount[],
  asked: OwnBankAccount | null,
): OwnBankAccount | FieldError => {
  const meant = (among: readonly OwnBankAccount[]) =>
    numbers.map((number) => accountMeant(named(number), among)).find((one) => one !== undefined)
  const [number = ''] = numbers
  if (asked && numbers.length > 0 && !meant([asked])) {
    return faults.otherBankAccount('#/file', { account: number, expected: asked.iban })
  }
  if (!asked && numbers.length === 0) return faults.accountNeeded('bankAccountId')
  const account = asked ?? meant(accounts)
  if (!account) {
    const said = { place: camtPlaces.file(), account: number, currency: currency ?? 'SEK' }
    return faults.unknownBankAccount('#/file', said)
  }
  if (currency === null || currency === account.currency) return account
  return faults.bankAccountCurrency('#/file', { place: camtPlaces.file(), currency, expected: account.currency })
}

const named = (number: string): CamtAccount =>
  /^[A-Z]{2}\d{2}/.test(number) ? { iban: number } : { other: number, scheme: null }

const statementRead = async (
  { entries, accounts, ...one }: SheetStatement,
  { iban, currency }: OwnBankAccount,
  name: string,
): Promise<StatementRead> => ({
  ...one,
  kind: 'sheet',
  reference: truncate(name, MAX_REFERENCE),
  account: { iban },
  currency,
  entries: await mapInSlices(entries, newIdentifying()),
  disputed: 0,
})
