// The endpoints of bank statements.
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
  type Static,
  Type,
} from '#http'
import { AccountNumber, ledgerRefusals } from '#ledger'
import { momentText } from '#platform/moment'
import { numberFromOre } from '#platform/money'
import { purchaseBookingRefusals } from '#purchasing'
import { bookingRefusals } from '#sales'
import { STATEMENT_LIMIT } from './camt-file.ts'
import { MATCH_KINDS, MATCH_REASONS } from './match.rules.ts'
import { matchTransaction, wrongInMatch } from './match.ts'
import {
  downloadStatement,
  importStatements,
  judgeStatements,
  listStatements,
  readStatement,
  type StatementRecord,
} from './statement.ts'
import { statementRefusals as refusals } from './statement-refusals.ts'
import { getTransaction, listTransactions, TRANSACTION_STATUSES } from './transaction.ts'

const statements = '/companies/{companyId}/bank-statements'
const transactions = `${statements}/{bankStatementId}/transactions`

const MAX_TITLE_LENGTH = 200

const count = (description: string) => Type.Integer({ minimum: 0, description })

const BankStatement = named(
  'BankStatement',
  object({
    id: Id,
    kind: Type.Enum(['camt.053', 'camt.054']),
    reference: Type.String({ description: "The bank's own word for it" }),
    bankAccountRef: object({ id: Id, iban: Type.String() }),
    currency: Type.String({ examples: ['SEK'] }),
    fileName: Type.String(),
    fromDate: Type.Optional(DateOnly),
    toDate: Type.Optional(DateOnly),
    openingBalance: Type.Optional({ ...Amount, description: 'Of camt.053' }),
    closingBalance: Type.Optional({ ...Amount, description: 'Of camt.053' }),
    newTransactions: count('Transactions that no file had told of before'),
    knownTransactions: count('Transactions that files before it had told of'),
    leftOutEntries: count('Entries that were not booked by the bank and are left out'),
    undividedEntries: count('Entries whose details do not add up to them, and that are kept whole'),
    importedDateTime: DateTime,
    modifiedDateTime: DateTime,
  }),
)

const BankStatementImport = named(
  'BankStatementImport',
  object({
    alreadyImported: Type.Boolean({ description: 'The very file was imported before: nothing was changed' }),
    statements: Type.Array(BankStatement),
  }),
)

const text = (description?: string) => Type.Optional(Type.String(description ? { description } : {}))

const BankTransaction = named(
  'BankTransaction',
  object({
    id: Id,
    date: { ...DateOnly, description: 'The day on which the bank booked it' },
    valueDate: Type.Optional(DateOnly),
    amount: { ...Amount, description: 'Above zero it came in' },
    currency: Type.String({ examples: ['SEK'] }),
    status: Type.Enum([...TRANSACTION_STATUSES], {
      description: 'replaced: another file has the details of it, which are the same money',
    }),
    isReversal: Type.Boolean({ description: 'The bank takes back what it booked before' }),
    counterparty: text(),
    counterpartyAccount: text(),
    references: Type.Array(Type.String(), { description: 'OCR numbers and numbers of documents' }),
    message: text(),
    endToEndId: text('What the payer called the payment'),
    bankReference: text(),
    bankPaymentRef: nullable(object({ id: Id })),
    journalEntryRef: nullable(object({ id: Id })),
    matchedWith: nullable(
      object({
        invoiceId: Type.Optional(Id),
        supplierInvoiceId: Type.Optional(Id),
        paymentId: Type.Optional(Id),
        account: Type.Optional(Type.Integer()),
        journalEntryId: Type.Optional({ ...Id, description: 'An entry that was there before the match' }),
      }),
    ),
    proposals: Type.Array(
      object({
        reason: Type.Enum([...MATCH_REASONS]),
        kind: Type.Enum([...MATCH_KINDS]),
        id: Id,
        number: text('Of the document or the journal entry'),
        name: text("Whose it is; a journal entry's title"),
        amount: {
          ...Amount,
          description:
            'What is outstanding, signed as the transaction that would pay it; what a journal entry has booked',
        },
      }),
      { description: 'What it is probably for, the surest first; of open transactions only' },
    ),
    modifiedDateTime: { ...DateTime, description: 'What it is proposed for may change without it' },
  }),
)

const BankTransactionMatch = named(
  'BankTransactionMatch',
  object({
    invoiceId: Type.Optional(Id),
    supplierInvoiceId: Type.Optional(Id),
    bankPaymentId: Type.Optional(Id),
    journalEntryId: Type.Optional({ ...Id, description: 'What the money was booked as before the statement came' }),
    account: Type.Optional(
      AccountNumber({ examples: [6570], description: 'An account of the chart, for what is no invoice' }),
    ),
    title: Type.Optional(
      Type.String({
        maxLength: MAX_TITLE_LENGTH,
        description: 'Of the entry on an account; what the bank says of the transaction when it is left out',
      }),
    ),
  }),
)

const shown = (record: StatementRecord): Static<typeof BankStatement> => ({
  ...{ id: record.id, kind: record.kind, reference: record.reference },
  bankAccountRef: { id: record.bankAccountId, iban: record.iban },
  ...{ currency: record.currency, fileName: record.fileName },
  ...(record.fromDate && { fromDate: record.fromDate }),
  ...(record.toDate && { toDate: record.toDate }),
  ...(record.openingOre === null ? {} : { openingBalance: numberFromOre(record.openingOre) }),
  ...(record.closingOre === null ? {} : { closingBalance: numberFromOre(record.closingOre) }),
  ...{ newTransactions: record.newTransactions, knownTransactions: record.knownTransactions },
  leftOutEntries: record.leftOut,
  undividedEntries: record.disputed,
  importedDateTime: momentText(record.importedAt),
  modifiedDateTime: momentText(record.importedAt),
})

const common = { tag: 'Bank statements' }
const idOf = (params: Readonly<Record<string, string>>): string => params.bankStatementId ?? ''

export const statementRows: readonly Row[] = [
  row({
    ...common,
    method: 'POST',
    path: statements,
    operationId: 'importBankStatement',
    summary: 'Import bank statements',
    description:
      'A file of camt.053 or camt.054, any version, in UTF-8 or ISO-8859-1, with one statement or several, of the bank accounts that the company has. All of it is imported, or nothing: the opening balance and the entries must make the closing balance, and the details of an entry its amount. Money that files before told of is known, and the same file again changes nothing. Debits that name a bank payment made here move it to paid. What is not booked by the bank yet is left out.',
    scope: 'bank-statements:write',
    upload: { field: 'file', limit: STATEMENT_LIMIT, contentTypeOf: judgeStatements },
    answer: { json: BankStatementImport },
    events: [
      'bank-transaction.imported',
      'bank-statement.imported',
      'bank-payment.paid',
      'bank-payment.failed',
      'bank-payment.rejected',
      'bank-transaction.matched',
    ],
    refusals: [],
    run: async (call, { file }) => {
      const { alreadyImported, statements: imported } = await importStatements(call, file)
      return { alreadyImported, statements: imported.map(shown) }
    },
  }),
  row({
    ...common,
    method: 'GET',
    path: statements,
    operationId: 'listBankStatements',
    summary: 'List bank statements',
    description:
      'The last imported first. `query` filters on kind, reference, iban, fromDate, toDate and importedDateTime.',
    scope: 'bank-statements:read',
    query: pageQuery('kind==camt.053&&toDate>=2026-01-01'),
    answer: { json: pageOf(BankStatement) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listStatements(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    ...common,
    method: 'GET',
    path: `${statements}/{bankStatementId}`,
    operationId: 'getBankStatement',
    summary: 'Read a bank statement',
    description: 'One statement, as it was imported.',
    scope: 'bank-statements:read',
    answer: { json: BankStatement },
    tagged: true,
    refusals: [refusals.statementNotFound],
    run: async (call, { params }) => shown(await readStatement(call, idOf(params))),
  }),
  row({
    ...common,
    method: 'GET',
    path: `${statements}/{bankStatementId}/download`,
    operationId: 'downloadBankStatement',
    summary: 'Download the file of a bank statement',
    description: 'The very bytes that were imported.',
    scope: 'bank-statements:read',
    answer: { file: 'application/xml' },
    refusals: [refusals.statementNotFound],
    run: (call, { params }) => downloadStatement(call, idOf(params)),
  }),
  row({
    ...common,
    method: 'GET',
    path: transactions,
    operationId: 'listBankTransactions',
    summary: 'List the transactions of a bank statement',
    description:
      'The last first, each with at most five proposals of what it is for: customer invoices by OCR number, by a number in the text, or by amount and payer; supplier invoices by number or giro and amount; own bank payments by end-to-end id; and journal entries with the very amount on the account of the bank account, of the seven days before or after, which no transaction is matched with: that money was booked before the statement came. `query` filters on date, amount, status, counterparty and message.',
    scope: 'bank-statements:read',
    query: pageQuery('status==open&&amount>0'),
    answer: { json: pageOf(BankTransaction) },
    refusals: [refusals.statementNotFound],
    snapshot: true,
    run: (call, { params, query }) => listTransactions(call, idOf(params), query),
  }),
  row({
    ...common,
    method: 'GET',
    path: `${transactions}/{transactionId}`,
    operationId: 'getBankTransaction',
    summary: 'Read a transaction of a bank statement',
    description: 'One transaction, with its proposals.',
    scope: 'bank-statements:read',
    answer: { json: BankTransaction },
    tagged: true,
    refusals: [refusals.transactionNotFound],
    snapshot: true,
    run: (call, { params }) => getTransaction(call, idOf(params), params.transactionId ?? ''),
  }),
  row({
    ...common,
    method: 'POST',
    path: `${transactions}/{transactionId}/match`,
    operationId: 'matchBankTransaction',
    summary: 'Match a transaction',
    description:
      'Says what a transaction was for, and books it on its day and on the account that the bank account has in the chart: as a payment of a customer invoice (in part, whole or beyond it), as a payment of a supplier invoice (never beyond what remains; one in another currency is paid with all that remains), or as an entry on an account for what is no invoice, such as fees, interest and taxes. With a bank payment of this integration the payment is noted as paid, and the transaction stays open for what was paid. With a journal entry nothing is booked: the money was booked before the statement came. The entry has exactly the amount of the transaction on the account of the bank account, is neither reversed nor a reversal, and is matched with one transaction of that account only. Exactly one of them is given. A transaction is booked once. There is no unmatching: an entry on an account is reversed as any entry, and a payment stays as payments do.',
    scope: 'bank-statements:write',
    body: BankTransactionMatch,
    answer: { json: BankTransaction },
    events: [
      'journal-entry.booked',
      'bank-transaction.matched',
      'invoice-payment.created',
      'invoice-payment.recorded',
      'invoice-settlement.created',
      'invoice.paid',
      'supplier-invoice-payment.created',
      'supplier-invoice.paid',
      'bank-payment.paid',
      'journal-entry.changed',
      'upload.changed',
    ],
    refusals: [
      refusals.transactionNotFound,
      refusals.bookedAlready,
      refusals.transactionReplaced,
      refusals.otherCurrency,
      refusals.bankPaymentNotPayable,
      refusals.bankPaymentNotSigned,
      refusals.oppositeSign,
      bookingRefusals.noMoneyOnDraft,
      bookingRefusals.invoiceNotRecorded,
      bookingRefusals.tooMany,
      purchaseBookingRefusals.supplierInvoiceNotApproved,
      purchaseBookingRefusals.supplierInvoiceNotRecorded,
      purchaseBookingRefusals.beyondRemaining,
      purchaseBookingRefusals.tooManySupplierPayments,
      ledgerRefusals.documentNotBookable,
    ],
    example: { body: { account: 6570, title: 'Bankavgift' } },
    examine: async (_, body) => wrongInMatch(body),
    run: (call, { params, body }) =>
      matchTransaction(call, { statementId: idOf(params), id: params.transactionId ?? '' }, body),
  }),
]
