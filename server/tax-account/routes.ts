// The endpoints of the tax account.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  SumOfAmounts,
  Type,
} from '#http'
import { AccountNumber, ledgerContribution } from '#ledger'
import { dayFrom, momentText } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { MAX_ENTRY_TITLE } from '#rule/limits'
import { ofStorage } from '#storage'
import { bookRows, MAX_BOOKED, matchRow, unmatchRow, wrongInMatch } from './booking.ts'
import { compare, shownComparison } from './comparison.ts'
import { MAX_TEXT } from './file.rules.ts'
import { taxAccountKinds } from './kind.rules.ts'
import { entryOfRow, PROPOSAL_KINDS } from './match.rules.ts'
import { taxAccountRefusals as refusals } from './refusals.ts'
import {
  downloadFile,
  FILE_LIMIT,
  getStatement,
  type Imported,
  importFile,
  importRows,
  judgeFile,
  listStatements,
  type StatementRecord,
} from './statement.ts'
import { getTransaction, listTransactions, type ShownTransaction, TRANSACTION_STATUSES } from './transaction.ts'

const account = '/companies/{companyId}/tax-account'
const statements = `${account}/statements`
const transactions = `${account}/transactions`
const tag = 'Tax account'
/** Maximum number of rows in a request, and of characters in a reference. */
const MAX_GIVEN = 1000
const MAX_REFERENCE = 100

const Kronor = Type.Number({ examples: [12500] })
const Balance = { ...Amount, examples: [35087], description: 'Kronor; above zero is the company’s, below a debt' }
const count = (description: string) => Type.Integer({ minimum: 0, description })

const Statement = named(
  'TaxAccountStatement',
  object({
    id: Id,
    source: Type.Enum(['file', 'rows'], { description: 'A file of the tax authority’s service, or rows of a program' }),
    fileName: nullable(Type.String({ examples: ['Kontoutdrag 556677-8899.csv'] })),
    fromDate: DateOnly,
    toDate: DateOnly,
    openingBalance: nullable(SumOfAmounts),
    closingBalance: nullable(SumOfAmounts),
    newTransactions: count('Rows that no earlier import had'),
    knownTransactions: count('Rows that earlier imports had, and rows of 0 kronor'),
    importedBy: Type.String({ examples: ['Anna Ek'] }),
    modifiedDateTime: DateTime,
  }),
)

const StatementImport = named(
  'TaxAccountImport',
  object({
    alreadyImported: Type.Boolean({ description: 'Nothing in it was new' }),
    statement: Statement,
  }),
)

const Transaction = named(
  'TaxAccountTransaction',
  object({
    id: Id,
    statementRef: object({ id: Id }),
    date: DateOnly,
    interestDate: nullable({ ...DateOnly, description: 'From which day interest is counted, where that is told' }),
    text: Type.String({ examples: ['Moms jan-mars 2026'] }),
    amount: {
      ...SumOfAmounts,
      description: 'Kronor: above zero the company’s, below zero what the tax authority takes',
    },
    reference: nullable(Type.String({ description: 'The tax authority’s own identity of the row' })),
    kind: Type.Enum([...taxAccountKinds], { description: 'What it is about, by the words of its text' }),
    status: Type.Enum([...TRANSACTION_STATUSES], {
      description: 'matched: with an entry that was there; booked: an entry was booked for it',
    }),
    journalEntryRef: nullable(object({ id: Id, number: Type.String({ examples: ['V12'] }) })),
    declaration: {
      ...nullable(
        object({
          vatReturnRef: object({ id: Id }),
          startDate: DateOnly,
          endDate: DateOnly,
          expectedAmount: nullable({ ...Kronor, description: 'What the return says, with the sign of the row' }),
          difference: nullable({ ...Kronor, description: 'What the row has more' }),
        }),
      ),
      description: 'The VAT return that it settles; null where none is found, and for other kinds',
    },
    proposal: {
      ...nullable(
        object({
          kind: Type.Enum([...PROPOSAL_KINDS]),
          isSure: Type.Boolean({ description: 'Whether it needs no look before it is booked' }),
          journalEntryRef: nullable(object({ id: Id, number: Type.String(), title: Type.String(), date: DateOnly })),
          account: nullable(Type.Integer({ examples: [2650] })),
          entry: Type.Array(object({ account: Type.Integer(), debit: Kronor, credit: Kronor }), {
            description: 'What would be booked; empty where an entry is there',
          }),
        }),
      ),
      description: 'What it is probably; null where only a person can say, and once it is matched',
    },
    modifiedDateTime: { ...DateTime, description: 'The proposal may change without the row' },
  }),
)

const Parts = (description: string) =>
  object(
    {
      count: count('How many there are'),
      amount: SumOfAmounts,
      items: Type.Array(object({ id: Id, date: DateOnly, text: Type.String(), amount: SumOfAmounts }), {
        description: 'The oldest first, at most 200',
      }),
    },
    { description },
  )

const Comparison = named(
  'TaxAccountComparison',
  object({
    date: DateOnly,
    statedBalance: { ...SumOfAmounts, description: 'By the statements' },
    bookedBalance: { ...SumOfAmounts, description: 'Of account 1630' },
    difference: { ...SumOfAmounts, description: 'What the books have more' },
    since: { ...DateOnly, description: 'The first day of the first statement' },
    before: { ...SumOfAmounts, description: 'What the books had more before that day' },
    transactionsWithoutEntry: Parts('Rows that are not booked on or before the day'),
    entriesWithoutTransaction: Parts('Entries on 1630 that no row has on or before the day'),
    unexplained: {
      ...SumOfAmounts,
      description: 'What is left: other than 0 where days between two statements were never imported',
    },
  }),
)

const kronor = (ore: Ore | null) => (ore === null ? null : numberFromOre(ore))

const shownStatement = (one: StatementRecord) => ({
  id: one.id,
  source: one.source,
  fileName: one.fileName,
  fromDate: one.fromDate,
  toDate: one.toDate,
  openingBalance: kronor(one.openingOre),
  closingBalance: kronor(one.closingOre),
  newTransactions: one.newRows,
  knownTransactions: one.knownRows,
  importedBy: one.importedBy,
  modifiedDateTime: momentText(one.importedAt),
})

const shownImport = ({ alreadyImported, statement }: Imported) => ({
  alreadyImported,
  statement: shownStatement(statement),
})

const shownProposal = ({ proposal, ore }: ShownTransaction) => {
  if (!proposal) return null
  const { kind, isSure } = proposal
  if (proposal.kind === 'journalEntry') {
    const { id, number, title, date } = proposal.entry
    return { kind, isSure, journalEntryRef: { id, number, title, date }, account: null, entry: [] }
  }
  const entry = entryOfRow(ore, proposal.account).map((item) => ({
    account: item.account,
    debit: item.ore > 0n ? numberFromOre(item.ore) : 0,
    credit: item.ore < 0n ? numberFromOre(-item.ore) : 0,
  }))
  return { kind, isSure, journalEntryRef: null, account: proposal.account, entry }
}

const shown = (one: ShownTransaction) => ({
  id: one.id,
  statementRef: { id: one.statementId },
  date: one.date,
  interestDate: one.interestDate,
  text: one.text,
  amount: numberFromOre(one.ore),
  reference: one.reference,
  kind: one.kind,
  status: one.status,
  journalEntryRef:
    one.journalEntryId === null ? null : { id: one.journalEntryId, number: one.journalEntryNumber ?? '' },
  declaration: one.declaration && {
    vatReturnRef: { id: one.declaration.id },
    startDate: one.declaration.startDate,
    endDate: one.declaration.endDate,
    expectedAmount: kronor(one.declaration.expected),
    difference: kronor(one.declaration.difference),
  },
  proposal: shownProposal(one),
  modifiedDateTime: momentText(one.modifiedAt),
})

const GivenRows = named(
  'TaxAccountTransactionsCreate',
  object({
    fromDate: Type.Optional({ ...DateOnly, description: 'The first day that the rows tell all of; that of the first' }),
    toDate: Type.Optional({ ...DateOnly, description: 'The last day that the rows tell all of; that of the last' }),
    openingBalance: Type.Optional(Balance),
    closingBalance: Type.Optional(Balance),
    items: Type.Array(
      object({
        date: DateOnly,
        text: Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: '\\S', examples: ['Intäktsränta'] }),
        amount: { ...Amount, examples: [7], description: 'Kronor: above zero the company’s; not 0' },
        interestDate: Type.Optional(DateOnly),
        reference: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: MAX_REFERENCE,
            examples: ['20260801-17'],
            description: 'The tax authority’s identity of the row (transaktionsidentitet)',
          }),
        ),
      }),
      { minItems: 1, maxItems: MAX_GIVEN },
    ),
  }),
)

const idIn = (name: string) => (params: Readonly<Record<string, string>>) => params[name] ?? ''
const statementIn = idIn('taxAccountStatementId')
const transactionIn = idIn('taxAccountTransactionId')

const imported = ['tax-account-statement.imported', 'tax-account-transaction.imported'] as const
const booked = ['tax-account-transaction.matched', 'journal-entry.booked', 'account.created'] as const

export const taxAccountRows: readonly Row[] = [
  row({
    method: 'POST',
    path: statements,
    tag,
    operationId: 'importTaxAccountStatement',
    summary: 'Import a statement of the tax account',
    description:
      'The file of transactions that the tax authority’s service for the tax account offers: a row for each transaction, with its day, text and amount, and the balances before and after. Separator (semicolon, tab or comma), encoding (UTF-8, UTF-16 or Windows-1252), order of the rows and a column of balances are found in the file; what is not understood is refused with its line, and nothing is imported. The balances must agree with the rows. Rows that an earlier import had are recognised, so files may overlap; two rows that are alike in one file are two.',
    scope: 'bank-statements:write',
    upload: { field: 'file', limit: FILE_LIMIT, contentTypeOf: judgeFile },
    answer: { json: StatementImport },
    events: [...imported, 'storage.nearly-full'],
    refusals: [refusals.inKronor, ...ofStorage],
    run: async (call, { file }) => shownImport(await importFile(call, file)),
  }),
  row({
    method: 'POST',
    path: transactions,
    tag,
    operationId: 'importTaxAccountTransactions',
    summary: 'Import rows of the tax account',
    description:
      'For programs that read the tax account from the tax authority themselves. Rows with a `reference` that is known are left as they are, others are compared by day, text and amount.',
    scope: 'bank-statements:write',
    body: GivenRows,
    answer: { json: StatementImport },
    events: [...imported],
    refusals: [refusals.inKronor],
    example: { body: { items: [{ date: '2026-05-02', text: 'Intäktsränta', amount: 7 }] } },
    run: async (call, { body }) => shownImport(await importRows(call, body)),
  }),
  row({
    method: 'GET',
    path: statements,
    tag,
    operationId: 'listTaxAccountStatements',
    summary: 'List the statements of the tax account',
    description: 'Most recently imported first. `query` filters on fromDate, toDate and modifiedDateTime.',
    scope: 'bank-statements:read',
    query: pageQuery('toDate>=2026-01-01'),
    answer: { json: pageOf(Statement) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listStatements(call, query)
      return { ...page, items: page.items.map(shownStatement) }
    },
  }),
  row({
    method: 'GET',
    path: `${statements}/{taxAccountStatementId}`,
    tag,
    operationId: 'getTaxAccountStatement',
    summary: 'Read a statement of the tax account',
    description: 'One statement, as it was imported.',
    scope: 'bank-statements:read',
    answer: { json: Statement },
    tagged: true,
    refusals: [refusals.statementNotFound],
    run: async (call, { params }) => shownStatement(await getStatement(call, statementIn(params))),
  }),
  row({
    method: 'GET',
    path: `${statements}/{taxAccountStatementId}/download`,
    tag,
    operationId: 'downloadTaxAccountStatement',
    summary: 'Download the file of a statement of the tax account',
    description: 'The exact bytes that were imported.',
    scope: 'bank-statements:read',
    answer: { file: 'text/csv' },
    refusals: [refusals.statementNotFound, refusals.noFile],
    run: (call, { params }) => downloadFile(call, statementIn(params)),
  }),
  row({
    method: 'GET',
    path: transactions,
    tag,
    operationId: 'listTaxAccountTransactions',
    summary: 'List the rows of the tax account',
    description:
      'Those of the latest day first, each with the VAT return that it settles, the difference from it, and what is proposed: an entry of exactly its amount on account 1630 within ten days, or the account that it is booked on. `query` filters on date, text, amount, kind, status and modifiedDateTime.',
    scope: 'bank-statements:read',
    query: pageQuery('status==open&&kind==vat'),
    answer: { json: pageOf(Transaction) },
    snapshot: true,
    refusals: [],
    run: async (call, { query }) => {
      const page = await listTransactions(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'GET',
    path: `${transactions}/{taxAccountTransactionId}`,
    tag,
    operationId: 'getTaxAccountTransaction',
    summary: 'Read a row of the tax account',
    description: 'One row, with what is proposed for it.',
    scope: 'bank-statements:read',
    answer: { json: Transaction },
    tagged: true,
    snapshot: true,
    refusals: [refusals.transactionNotFound],
    run: async (call, { params }) => shown(await getTransaction(call, transactionIn(params))),
  }),
  row({
    method: 'POST',
    path: `${transactions}/{taxAccountTransactionId}/match`,
    tag,
    operationId: 'matchTaxAccountTransaction',
    summary: 'Match a row of the tax account',
    description:
      'With `journalEntryId` nothing is booked: that entry has exactly the amount of the row on account 1630. With `account` an entry is booked on the day of the row, on 1630 and that account. With neither, what is proposed is done. The row is open again when its entry is reversed.',
    scope: 'bank-statements:write',
    body: named(
      'TaxAccountMatch',
      object({
        journalEntryId: Type.Optional(Id),
        account: Type.Optional(AccountNumber({ examples: [8423] })),
        title: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: MAX_ENTRY_TITLE,
            description: 'Of the entry that is booked; the text of the row if left out',
          }),
        ),
      }),
    ),
    answer: { json: Transaction },
    events: [...booked],
    refusals: [
      refusals.transactionNotFound,
      refusals.matchedAlready,
      refusals.noProposal,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: { body: { account: 8314 } },
    examine: async (_, body) => wrongInMatch(body),
    run: async (call, { params, body }) => shown(await matchRow(call, transactionIn(params), body)),
  }),
  row({
    method: 'DELETE',
    path: `${transactions}/{taxAccountTransactionId}/match`,
    tag,
    operationId: 'unmatchTaxAccountTransaction',
    summary: 'Undo the match of a row of the tax account',
    description: 'Where nothing was booked for it. An entry that was booked is reversed instead.',
    scope: 'bank-statements:write',
    answer: 'nothing',
    current: async (call, { params }) => shown(await getTransaction(call, transactionIn(params))),
    events: ['tax-account-transaction.unmatched'],
    refusals: [refusals.transactionNotFound, refusals.notMatched, refusals.entryBooked],
    run: async (call, { params }) => {
      await unmatchRow(call, transactionIn(params))
      return undefined
    },
  }),
  row({
    method: 'POST',
    path: `${account}/bookings`,
    tag,
    operationId: 'bookTaxAccountTransactions',
    summary: 'Book what is proposed for rows of the tax account',
    description:
      'Of the rows in `transactionIds`, or of all whose proposal is sure where they are left out, at most 500: all or none. With `dryRun=true` it shows what would be booked.',
    scope: 'bank-statements:write',
    body: named(
      'TaxAccountBookingsCreate',
      object({ transactionIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_BOOKED })) }),
    ),
    answer: { json: named('TaxAccountBookings', object({ items: Type.Array(Transaction) })) },
    events: [...booked],
    refusals: [refusals.nothingToBook, refusals.noProposal, ledgerContribution.refusals.documentNotBookable],
    example: { body: {} },
    run: async (call, { body }) => ({ items: (await bookRows(call, body.transactionIds)).map(shown) }),
  }),
  row({
    method: 'GET',
    path: `${account}/comparison`,
    tag,
    operationId: 'compareTaxAccount',
    summary: 'Compare the tax account with account 1630',
    description:
      'The balance of the statements on a day against that of account 1630, and the difference explained: what differed before the first statement, rows that are not booked, and entries that no row has.',
    scope: 'bank-statements:read',
    query: object({
      date: Type.Optional({ ...DateOnly, description: 'The last day of the newest statement if left out' }),
    }),
    answer: { json: Comparison },
    snapshot: true,
    refusals: [refusals.noStatement],
    run: async (call, { query }) =>
      shownComparison(await compare(call, query.date === undefined ? undefined : dayFrom(query.date))),
  }),
]
