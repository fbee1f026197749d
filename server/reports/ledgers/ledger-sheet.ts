// The general ledger as a sheet: for each account its name, opening balance, lines, and closing balance.
import type { Language, Sheet, SheetRow } from '#http'
import type { Ore } from '#platform/money'
import type { Period } from '#reports/period.rules'
import { columnsIn, type WordedColumn } from '#reports/report-sheet.rules'
import { reportTitles } from '#rule/report-titles'
import { amountWords, lineWords } from '#rule/report-words'
import { afterLine, type BalancedLine, type LedgerAccount } from './general-ledger.ts'
import type { LedgerLine } from './ledger-lines.ts'

/** `for`: columns mainly for programs are only in machine-readable files. */
const columns: readonly WordedColumn[] = [
  { key: 'account', title: lineWords.account, holds: 'integer' },
  { key: 'date', title: lineWords.date, holds: 'day' },
  { key: 'journalEntryNumber', title: lineWords.entry, holds: 'text' },
  { key: 'text', title: lineWords.text, holds: 'text' },
  { key: 'debit', title: amountWords.debit, holds: 'amount' },
  { key: 'credit', title: amountWords.credit, holds: 'amount' },
  { key: 'balance', title: lineWords.balance, holds: 'amount' },
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
  title: reportTitles['general-ledger'][language],
  period,
  knownAt: registration,
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
      const shown = afterLine(balance, line)
      balance = shown.balance
      rows.push(lineRow(shown))
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
  { kind: 'opening', cells: [number, null, null, amountWords.opening[language], null, null, opening, null, null] },
]

const endOf = ({ number, debit, credit, closing }: LedgerAccount, language: Language): SheetRow => ({
  kind: 'total',
  cells: [number, null, null, amountWords.closing[language], debit, credit, closing, null, null],
})

/** The text of a line, or that of its entry. */
const lineRow = ({ account, date, number, title, text, debit, credit, balance, registration, id }: BalancedLine) => ({
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
