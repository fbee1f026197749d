// The endpoints of the general ledger and the journal.
import { DateOnly, DateTime, Id, named, nullable, object, type Row, row, Type } from '#http'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { MAX_CURSOR_LENGTH } from '#platform/page'
import {
  accounts,
  common,
  days,
  EntriesQuery,
  entriesQuery,
  Kronor,
  knownAt,
  reports,
  tagId,
  untaggedGroupId,
} from '#reports/parameters'
import {
  type BalancedLine,
  DEFAULT_LINES,
  type LedgerPage,
  ledgerPage,
  MAX_LINES,
  wholeLedger,
} from './general-ledger.ts'
import { DEFAULT_ENTRIES, type JournalPage, journalPage, MAX_ENTRIES, orders, wholeJournal } from './journal.ts'
import { journalSheet } from './journal-sheet.ts'
import { ledgerSheet } from './ledger-sheet.ts'

const asked = { ...days, knownAt, accounts, tagId, untaggedGroupId }

const pages = (usual: number, most: number) => ({
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: usual })),
  cursor: Type.Optional(
    Type.String({
      maxLength: MAX_CURSOR_LENGTH,
      description:
        'The nextCursor of the answer before, or empty for the first page: the answer then has the next one. Its cost does not grow with depth',
    }),
  ),
})

const period = {
  knownAt: Type.Integer({ description: 'The last registration number that is counted: pins these figures' }),
  from: DateOnly,
  to: DateOnly,
  query: EntriesQuery,
  nextCursor: Type.Optional(
    Type.String({
      description: 'Present when the request has `cursor` and more follows',
      examples: ['uPnB4WJqT0kz6Yc'],
    }),
  ),
}

const GeneralLedger = named(
  'GeneralLedger',
  object({
    ...period,
    accounts: Type.Array(
      object({
        account: Type.Integer({ examples: [1930] }),
        name: Type.String({ examples: ['Företagskonto'] }),
        opening: Kronor,
        debit: Kronor,
        credit: Kronor,
        closing: Kronor,
        lines: Type.Array(
          object({
            journalEntryId: Id,
            journalEntryNumber: Type.String({ examples: ['V342'] }),
            registration: Type.Integer(),
            date: DateOnly,
            title: Type.String({ examples: ['Kontorsmaterial'] }),
            text: nullable(Type.String({ examples: ['Papper och pennor'] })),
            debit: Kronor,
            credit: Kronor,
            balance: { ...Kronor, description: 'What stands on the account after the line' },
          }),
          { description: 'Those of this page, by day and registration number' },
        ),
      }),
      { description: 'Accounts by number, those of this page; sums are those of the whole period' },
    ),
  }),
)

const NamedEntry = nullable(
  object({ id: Id, journalEntryNumber: Type.String({ examples: ['V343'] }), registration: Type.Integer() }),
)

const Journal = named(
  'Journal',
  object({
    ...period,
    entries: Type.Array(
      object({
        id: Id,
        registration: Type.Integer(),
        journalEntryNumber: Type.String({ examples: ['V342'] }),
        date: DateOnly,
        title: Type.String({ examples: ['Kontorsmaterial'] }),
        registeredDateTime: DateTime,
        registeredBy: Type.String({ examples: ['Kassan'] }),
        reverses: NamedEntry,
        reversedBy: NamedEntry,
        uploadIds: Type.Array(Id, { description: 'The uploads that underlie the entry' }),
        lines: Type.Array(
          object({
            account: Type.Integer({ examples: [6110] }),
            name: Type.String({ examples: ['Kontorsmateriel'] }),
            text: nullable(Type.String({ examples: ['Papper och pennor'] })),
            debit: Kronor,
            credit: Kronor,
          }),
        ),
      }),
    ),
  }),
)

const order = Type.Optional(
  Type.Enum([...orders], {
    description: 'As entries were registered (if left out), or by fiscal year, series and number',
  }),
)

const shownPeriod = ({ period: { from, to }, registration }: Pick<LedgerPage, 'period' | 'registration'>) => ({
  knownAt: registration,
  from,
  to,
  query: entriesQuery({ from, to }, registration),
})

const shownLine = ({ id, number, registration, date, title, text, debit, credit, balance }: BalancedLine) => ({
  journalEntryId: id,
  journalEntryNumber: number,
  registration,
  date,
  title,
  text: text === '' ? null : text,
  debit: numberFromOre(debit),
  credit: numberFromOre(credit),
  balance: numberFromOre(balance),
})

const shownLedger = ({ shown, nextCursor, ...opened }: LedgerPage) => ({
  ...shownPeriod(opened),
  ...(nextCursor === undefined ? {} : { nextCursor }),
  accounts: shown.map(({ account: { number, name, opening, debit, credit, closing }, lines }) => ({
    account: number,
    name,
    opening: numberFromOre(opening),
    debit: numberFromOre(debit),
    credit: numberFromOre(credit),
    closing: numberFromOre(closing),
    lines: lines.map(shownLine),
  })),
})

const shownJournal = ({ entries, nextCursor, ...opened }: JournalPage) => ({
  ...shownPeriod(opened),
  ...(nextCursor === undefined ? {} : { nextCursor }),
  entries: entries.map(({ id, registration, journalEntryNumber, date, title, lines, ...entry }) => ({
    id,
    registration,
    journalEntryNumber,
    date,
    title,
    registeredDateTime: momentText(entry.registeredAt),
    registeredBy: entry.registeredBy.name,
    reverses: entry.reverses,
    reversedBy: entry.reversedBy,
    uploadIds: [...entry.documents],
    lines: lines.map(({ account, name, text, debit, credit }) => ({
      account,
      name,
      text,
      debit: numberFromOre(debit),
      credit: numberFromOre(credit),
    })),
  })),
})

export const ledgerRows: readonly Row[] = [
  row({
    ...common,
    path: `${reports}/general-ledger`,
    operationId: 'getGeneralLedger',
    summary: 'Read the general ledger',
    description:
      'Each account with what stood on it, its lines with what stands on it after each, and what stands on it in the end; debit is positive. The period lies within one fiscal year. JSON comes in pages of lines; in other formats the ledger comes whole.',
    query: object({ ...asked, ...pages(DEFAULT_LINES, MAX_LINES) }),
    answer: { json: GeneralLedger },
    streams: true,
    sheet: async (call, { query, language }) => ledgerSheet(await wholeLedger(call, query), language),
    run: async (call, { query }) => shownLedger(await ledgerPage(call, query)),
  }),
  row({
    ...common,
    path: `${reports}/journal`,
    operationId: 'getJournal',
    summary: 'Read the journal',
    description:
      'The entries of the period in the order in which they were registered, or by series and number, with their lines, who registered them and when, what they reverse and what reverses them, and their documents. JSON comes in pages; in other formats the journal comes whole.',
    query: object({ ...asked, order, ...pages(DEFAULT_ENTRIES, MAX_ENTRIES) }),
    answer: { json: Journal },
    streams: true,
    sheet: async (call, { query, language }) => journalSheet(await wholeJournal(call, query), language),
    run: async (call, { query }) => shownJournal(await journalPage(call, query)),
  }),
]
