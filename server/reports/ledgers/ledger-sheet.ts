// The general ledger as a sheet: for each account its name, opening balance, lines, and closing balance.
import type { Language, Sheet, SheetRow } from '#http'
import type { Ore } from '#platform/money'
import type { Words } from '#reports/lines.rules'
import type { Period } from '#reports/period.rules'
import { columnsIn, type WordedColumn } from '#reports/report-sheet.rules'
import type { LedgerAccount } from './general-ledger.ts'
import type { LedgerLine } from './ledger-lines.ts'

const words = {
  title: { sv: 'Huvudbok', en: 'General ledger' },
  opening: { sv: 'Ingående balans', en: 'Opening balance' },
  closing: { sv: 'Utgående balans', en: 'Closing balance' },
} as const satisfies Record<string, Words>

/** `for`: columns mainly for programs are only in machine-readable files. */
const columns: readonly WordedColumn[] = [
  { key: 'account', title: { sv: 'Konto', en: 'Account' }, holds: 'integer' },
  { key: 'date', title: { sv: 'Datum', en: 'Date' }, holds: 'day' },
  { key: 'journalEntryNumber', title: { sv: 'Verifikation', en: 'Entry' }, holds: 'text' },
  { key: 'text', title: { sv: 'Text', en: 'Text' }, holds: 'text' },
  { key: 'debit', title: { sv: 'Debet', en: 'Debit' }, holds: 'amount' },
  { key: 'credit', title: { sv: 'Kredit', en: 'Credit' }, holds: 'amount' },
  { key: 'balance', title: { sv: 'Saldo', en: 'Balance' }, holds: 'amount' },
  {
    key: 'registration',
    title: { sv: 'Registreringsnummer', en: 'Registration' },
    holds: 'integer',
    forPrograms: true,
  },
  { key: 'journalEntryId', title: { sv: 'Verifikationens id', en: 'Entry id' }, holds: 'text', forPrograms: true },
]

type Ledger = {
  period: Period
  registration: number
  accounts: readonly LedgerAccount[]
  lines: AsyncIterable<readonly LedgerLine[]>
}

export const ledgerSheet = ({ period, registration, accounts, lines }: Ledger, language: Language): Sheet => ({
  ...{ title: words.title[language], period, knownAt: registration },
  columns: columnsIn(columns, language),
  rows: rowsOf(accounts, lines, language),
})

async function* rowsOf(
  accounts: readonly LedgerAccount[],
  lines: AsyncIterable<readonly LedgerLine[]>,
  language: Language,
): AsyncGenerator<SheetRow[]> {
  const left = [...accounts].reverse()
  let current: LedgerAccount | undefined
  let balance: Ore = 0n
  for await (const portion of lines) {
    const rows: SheetRow[] = []
    for (const line of portion) {
      while (current?.number !== line.account) {
        if (current) rows.push(endOf(current, language))
        current = left.pop() ?? missing(line.account)
        rows.push(...beginningOf(current, language))
        balance = current.opening
      }
      balance += line.debit - line.credit
      rows.push(lineRow(line, balance))
    }
    yield rows
  }
  yield [...(current ? [endOf(current, language)] : []), ...left.reverse().flatMap((one) => alone(one, language))]
}

const missing = (account: number): LedgerAccount => {
  throw new Error(`Account ${account} has lines and no figures`)
}

const alone = (account: LedgerAccount, language: Language) => [
  ...beginningOf(account, language),
  endOf(account, language),
]

const beginningOf = ({ number, name, opening }: LedgerAccount, language: Language): SheetRow[] => [
  { kind: 'heading', cells: [number, null, null, name, null, null, null, null, null] },
  { kind: 'opening', cells: [number, null, null, words.opening[language], null, null, opening, null, null] },
]

const endOf = ({ number, debit, credit, closing }: LedgerAccount, language: Language): SheetRow => ({
  ...{ kind: 'total', cells: [number, null, null, words.closing[language], debit, credit, closing, null, null] },
})

/** The text of a line, or that of its entry. */
const lineRow = (
  { account, date, number, title, text, debit, credit, registration, id }: LedgerLine,
  balance: Ore,
) => ({
  kind: 'line' as const,
  cells: [
    account,
    date,
    number,
    text === '' ? title : text,
    debit === 0n ? null : debit,
    credit === 0n ? null : credit,
    balance,
    registration,
    id,
  ],
})
