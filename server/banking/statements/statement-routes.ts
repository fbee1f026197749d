// The endpoints of bank statements.
import { transactionsOfEntry } from '#banking/matching/entry-transactions'
import { examineMatch, matchTransaction, unmatchTransaction } from '#banking/matching/match'
import { MATCH_KINDS, MATCH_REASONS } from '#banking/matching/match.rules'
import { MAX_PARTS, MIN_PARTS } from '#banking/matching/match-parts'
import { TagUses } from '#banking/matching/matching-routes'
import { PaymentStatusReport, shownReport } from '#banking/payments/status-report-parts'
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
  SumOfAmounts,
  Type,
} from '#http'
import { AccountNumber, hasTags, ledgerContribution } from '#ledger'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { purchasingContribution, taxRates, vatTreatments } from '#purchasing'
import { MAX_MATCH_TITLE } from '#rule/limits'
import { salesContribution } from '#sales'
import { ofStorage } from '#storage'
import { STATEMENT_LIMIT, STATEMENT_TIMES_IN_MEMORY } from './camt-file.ts'
import { STATEMENT_KINDS } from './statement.rules.ts'
import {
  downloadStatement,
  importBankFile,
  judgeStatements,
  listStatements,
  readStatement,
  STATEMENT_TYPES,
  type StatementRecord,
} from './statement.ts'
import { statementRefusals as refusals } from './statement-refusals.ts'
import { getTransaction, listOpenTransactions, listTransactions, TRANSACTION_STATUSES } from './transaction.ts'

const statements = '/companies/{companyId}/bank-statements'
const transactions = `${statements}/{bankStatementId}/transactions`

const count = (description: string) => Type.Integer({ minimum: 0, description })

const BankStatement = named(
  'BankStatement',
  object({
    id: Id,
    kind: Type.Enum([...STATEMENT_KINDS], { description: 'sheet: a table, as CSV or XLSX' }),
    reference: Type.String({ description: "The bank's own reference for it; the name of the file of a table" }),
    bankAccountRef: object({ id: Id, iban: Type.String() }),
    currency: Type.String({ examples: ['SEK'] }),
    fileName: Type.String(),
    fromDate: Type.Optional(DateOnly),
    toDate: Type.Optional(DateOnly),
    openingBalance: Type.Optional({ ...Amount, description: 'Of camt.053, and of a table with balances' }),
    closingBalance: Type.Optional({ ...Amount, description: 'Of camt.053, and of a table with balances' }),
    newTransactions: count('Transactions that no earlier file had'),
    knownTransactions: count('Transactions that earlier files had'),
    leftOutEntries: count('Entries that the bank had not booked, and that were left out'),
    undividedEntries: count('Entries whose details do not add up to them, and that are kept as one'),
    importedDateTime: DateTime,
    modifiedDateTime: DateTime,
  }),
)

const BankStatementImport = named(
  'BankStatementImport',
  object({
    alreadyImported: Type.Boolean({
      description: 'The same file was imported before, or all that a status report says was known: nothing was changed',
    }),
    statements: Type.Array(BankStatement, { description: 'None of a status report' }),
    paymentStatusReport: Type.Optional(PaymentStatusReport),
  }),
)

const text = (example: string, description?: string) =>
  Type.Optional(Type.String({ examples: [example], ...(description ? { description } : {}) }))

const matchedWith = {
  invoiceId: Type.Optional(Id),
  supplierInvoiceId: Type.Optional(Id),
  supplierAdvanceId: Type.Optional({ ...Id, description: 'The advance to a supplier that it paid' }),
  paymentId: Type.Optional(Id),
  account: Type.Optional(Type.Integer()),
  vatTreatment: Type.Optional(Type.Enum([...vatTreatments], { description: 'Where the entry on the account has tax' })),
  taxRate: Type.Optional(Type.Integer()),
  journalEntryId: Type.Optional({ ...Id, description: 'An entry that existed before the match' }),
}

const PartProposal = object({
  kind: Type.Enum([...MATCH_KINDS]),
  id: Id,
  number: text('1024'),
  name: text('Kund AB'),
  amount: { ...SumOfAmounts, description: 'What is outstanding, with the sign of the transaction that would pay it' },
})

/** A proposal in the shape that the match endpoint accepts. */
export const Proposal = object({
  reason: Type.Enum([...MATCH_REASONS], {
    description:
      'numbers: several documents that the text names; sumAndName: several of the counterparty; rule: a matching rule; habit: booked so before',
  }),
  kind: Type.Enum([...MATCH_KINDS]),
  isSure: Type.Boolean({
    description:
      'Whether the proposal needs no review: the amount is right to the öre, nothing else has it, no other open transaction is for the same, and it is more than a name',
  }),
  id: Type.Optional({ ...Id, description: 'Of a document, a bank payment or a journal entry' }),
  number: text('1024', 'The number of the document or the journal entry'),
  name: text(
    'Kund AB',
    'The customer or supplier; for a journal entry its title, for a transfer the other bank account',
  ),
  account: Type.Optional(Type.Integer({ examples: [6570], description: 'Where kind is account' })),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'How many of the latest 20 of the counterparty were booked on the account',
    }),
  ),
  matchingRuleRef: Type.Optional(
    object(
      { id: Id, name: Type.String({ examples: ['Mobilabonnemang'] }) },
      { description: 'The rule that proposes it' },
    ),
  ),
  title: text('Mobiltelefon', 'The title of the entry, by the rule'),
  vatTreatment: Type.Optional(Type.Enum([...vatTreatments], { description: 'By the rule' })),
  taxRate: Type.Optional(Type.Integer({ examples: [25], description: 'Percent, by the rule' })),
  tags: Type.Optional(TagUses),
  parts: Type.Optional(
    Type.Array(PartProposal, { description: 'Where kind is parts: the documents that make the sum' }),
  ),
  charges: Type.Optional(
    object(
      { reminderFee: Amount, lateInterest: Amount },
      { description: 'What of the amount the reminders of the invoice claim beside it: it is booked with the payment' },
    ),
  ),
  amount: {
    ...Amount,
    description:
      'What is outstanding, with the sign of the transaction that would pay it; what a journal entry has booked',
  },
})

const bankTransaction = {
  id: Id,
  date: { ...DateOnly, description: 'The day on which the bank booked it' },
  valueDate: Type.Optional(DateOnly),
  amount: { ...Amount, description: 'Above zero: money in' },
  currency: Type.String({ examples: ['SEK'] }),
  status: Type.Enum([...TRANSACTION_STATUSES], {
    description: 'replaced: another file has its details, which are the same money',
  }),
  isReversal: Type.Boolean({ description: 'The bank reverses what it booked before' }),
  counterparty: text('Kund AB'),
  counterpartyAccount: text('SE3550000000054910000003'),
  references: Type.Array(Type.String({ examples: ['10245'] }), { description: 'OCR numbers and document numbers' }),
  message: text('Faktura 1024'),
  endToEndId: text('LON-2026-06', "The payer's own name for the payment"),
  bankReference: text('5490990006'),
  instructedAmount: Type.Optional(
    object(
      { amount: Amount, currency: Type.String({ examples: ['EUR'] }) },
      { description: 'What was asked for in another currency than the account has, without sign' },
    ),
  ),
  bankPaymentRef: nullable(object({ id: Id })),
  journalEntryRef: nullable(object({ id: Id })),
  matchedWith: nullable(
    object({
      ...matchedWith,
      parts: Type.Optional(
        Type.Array(object({ ...matchedWith, amount: Amount, journalEntryRef: object({ id: Id }) }), {
          description: 'Of a transaction for several things: each with its amount and its entry',
        }),
      ),
    }),
  ),
  proposals: Type.Array(Proposal, {
    description: 'What it is probably for, most likely first; for open transactions only',
  }),
  modifiedDateTime: { ...DateTime, description: 'The proposals may change without the transaction' },
}

const BankTransaction = named('BankTransaction', object(bankTransaction))

const OpenBankTransaction = named(
  'OpenBankTransaction',
  object({
    ...bankTransaction,
    bankStatementRef: object({ id: Id }, { description: 'The statement that told of it first, where it is matched' }),
    bankAccountRef: object({ id: Id }),
  }),
)

const TransactionsOfEntry = named(
  'BankTransactionsOfEntry',
  object({
    accounts: Type.Array(
      object({ account: Type.Integer({ examples: [1930] }), amount: SumOfAmounts, remainingAmount: SumOfAmounts }),
      { description: "What the entry has on the bank's accounts, above zero for debit, and what of it is not matched" },
    ),
    transactions: Type.Array(
      object({
        id: Id,
        bankStatementRef: object({ id: Id }),
        account: Type.Integer({ examples: [1930] }),
        date: DateOnly,
        amount: Amount,
        counterparty: text('Kund AB'),
        message: text('Faktura 1024'),
      }),
    ),
  }),
)

const target = {
  invoiceId: Type.Optional(Id),
  supplierInvoiceId: Type.Optional(Id),
  supplierId: Type.Optional({ ...Id, description: 'A supplier that is paid in advance, without an invoice' }),
  invoiceAmount: Type.Optional({
    ...Amount,
    description:
      'How much of an invoice, or of an advance to a supplier, in another currency is paid, in that currency and above 0; needed where neither the bank nor the size of the money says it',
  }),
  journalEntryId: Type.Optional({
    ...Id,
    description:
      'The entry that booked the money before the statement came; several transactions may be matched with one',
  }),
  account: Type.Optional(
    AccountNumber({ examples: [6570], description: 'An account in the chart, for what is not an invoice' }),
  ),
  title: Type.Optional(
    Type.String({
      maxLength: MAX_MATCH_TITLE,
      description: 'The title of the entry on an account; what the bank says about the transaction when left out',
    }),
  ),
}

const BankTransactionMatch = named(
  'BankTransactionMatch',
  object({
    ...target,
    vatTreatment: Type.Optional(
      Type.Enum([...vatTreatments], {
        description:
          'How the tax of an entry on an account is dealt with: domestic, where the amount includes it; exempt, and what is left out, none; the others, as of a purchase whose tax the buyer owes',
      }),
    ),
    taxRate: Type.Optional(
      Type.Enum([...taxRates], { description: 'Percent; 0 for exempt and else 25 when left out' }),
    ),
    tags: Type.Optional(TagUses),
    bankPaymentId: Type.Optional(Id),
    parts: Type.Optional(
      Type.Array(
        object({
          ...target,
          amount: { ...Amount, description: 'Above zero: money in, whether the whole transaction is money in or out' },
        }),
        {
          minItems: MIN_PARTS,
          maxItems: MAX_PARTS,
          description: 'Several things that it was for, which make its amount together',
        },
      ),
    ),
  }),
)

const shown = (record: StatementRecord): Static<typeof BankStatement> => ({
  id: record.id,
  kind: record.kind,
  reference: record.reference,
  bankAccountRef: { id: record.bankAccountId, iban: record.iban },
  currency: record.currency,
  fileName: record.fileName,
  ...(record.fromDate && { fromDate: record.fromDate }),
  ...(record.toDate && { toDate: record.toDate }),
  ...(record.openingOre === null ? {} : { openingBalance: numberFromOre(record.openingOre) }),
  ...(record.closingOre === null ? {} : { closingBalance: numberFromOre(record.closingOre) }),
  newTransactions: record.newTransactions,
  knownTransactions: record.knownTransactions,
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
    summary: 'Import a file from the bank',
    description:
      "A camt.053 or camt.054 file, any version, in UTF-8 or ISO-8859-1, with one or more statements of the company's bank accounts. All of it is imported, or nothing: the opening balance and the entries must add up to the closing balance. An entry whose details do not add up to its amount is kept as one transaction, and counted in `undividedEntries`. Transactions that earlier files had are recognised, what they did not say is added to them until they are booked, and the same file again changes nothing. A debit that names a bank payment made here marks that payment as paid, also as a part of an entry that was booked as one before. What the bank has not booked yet is left out. A table (CSV, or XLSX) is taken in by the names that Swedish banks give its columns, among the first 15 rows, or as said for the bank account (`PUT …/statement-columns`); columns that are not known are refused, and the error's `values.layout` has them with their first rows, as JSON. Encoding, separator, decimal mark and form of the days follow from the file, and what may be read in two ways is refused. Where it has balances they must agree with the amounts, row by row. `bankAccountId` says whose it is where the file does not. Its rows have no identity: equal ones of a day are counted, and only those are new that earlier tables had fewer of; what came in ISO 20022 is recognised by day and amount. A status report (pain.002, versions 03 to 14 and national variants) is taken in the same way: `paymentStatusReport` says what the bank answers to a file of payments that was made here. A payment that it refuses becomes `rejected` with its reason, and what it was for is to be paid again; nothing is booked or reversed. A refusal as a duplicate, of what is paid already, or an acceptance of what was refused before, changes no payment, and is told as `contradictory`. Of several reports the newest counts; one on a file that this company has not made here is refused.",
    scope: 'bank-statements:write',
    query: object({
      bankAccountId: Type.Optional({
        ...Id,
        description: 'Of a table: the bank account, where the file does not name it',
      }),
    }),
    upload: {
      field: 'file',
      limit: STATEMENT_LIMIT,
      contentTypeOf: judgeStatements,
      timesInMemory: STATEMENT_TIMES_IN_MEMORY,
    },
    answer: { json: BankStatementImport },
    events: [
      'bank-transaction.imported',
      'bank-transaction.changed',
      'bank-statement.imported',
      'bank-payment.paid',
      'bank-payment.failed',
      'bank-payment.rejected',
      'bank-payment.answered',
      'bank-payment.contradicted',
      'payment-file.answered',
      'bank-transaction.matched',
      'bank-month.reopened',
      'storage.nearly-full',
    ],
    refusals: [...ofStorage],
    run: async (call, { file, query }) => {
      const {
        alreadyImported,
        statements: imported,
        taken,
      } = await importBankFile(call, file, query.bankAccountId ?? null)
      const report = taken ? { paymentStatusReport: shownReport(call, taken) } : {}
      return { alreadyImported, statements: imported.map(shown), ...report }
    },
  }),
  row({
    ...common,
    method: 'GET',
    path: statements,
    operationId: 'listBankStatements',
    summary: 'List bank statements',
    description:
      'Most recently imported first. `query` filters on kind, reference, iban, fromDate, toDate and importedDateTime.',
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
    description: 'The exact bytes that were imported.',
    scope: 'bank-statements:read',
    answer: { file: STATEMENT_TYPES },
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
      "Newest first, each with at most five proposals of what it is for: customer invoices by OCR number, by a number in the text, or by amount and payer; supplier invoices by number, or by giro and amount, and by end-to-end id where a payment comes back; the integration's bank payments by end-to-end id; and journal entries with exactly that amount on the bank account's account, within seven days before or after, that are not matched with a transaction: that money was booked before the statement came. Where no document has the amount, several that the text names or that the counterparty has, and whose sum it is; then accounts: those of matching rules, another of the company's bank accounts, accounts that the counterparty's transactions were booked on before, and the tax account. `query` filters on date, amount, status, counterparty and message.",
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
    path: '/companies/{companyId}/bank-transactions',
    operationId: 'listOpenBankTransactions',
    summary: 'List the unmatched transactions',
    description:
      'Of all bank statements, latest day first, each with at most five proposals of what it is for, as in the list of one statement. `query` filters on date, amount, counterparty, message and modifiedDateTime, so that a day or a week can be taken at once.',
    scope: 'bank-statements:read',
    query: pageQuery('date>=2026-06-01&&date<=2026-06-30'),
    answer: { json: pageOf(OpenBankTransaction) },
    refusals: [],
    snapshot: true,
    run: (call, { query }) => listOpenTransactions(call, query),
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
      "Says what a transaction was for, and books it on its day and on the account that the bank account has in the chart: as a payment of a customer invoice (part of it, all of it or more), as a payment of a supplier invoice (never more than what remains; of either in another currency what `invoiceAmount`, the bank or the bank payment says in that currency, or else all that remains, where the money is within 5 % of its worth, and the exchange difference is booked with it; money that comes back takes back what the payment with exactly that money paid, unless `invoiceAmount` says how much), as an advance to a supplier (of its currency what `invoiceAmount`, the bank or the bank payment says), or as an entry on an account for what is not an invoice, such as fees, interest and taxes, with its tax and tags where they are given. With a bank payment of this integration, that payment is noted as paid, and the transaction stays open for what it paid. With a journal entry nothing is booked: the money was booked before the statement came. Such an entry has at least the transaction's amount on the bank account's account, and is neither reversed nor a reversal; several transactions may be matched with it, all going the same way, as long as their sum never exceeds it. A part of a transaction has an entry to itself, of exactly its amount. With `parts`, each with its amount, the transaction is booked as several of these at once, all or none: invoices of one payment, a credit note that was taken off, a fee or a few öre on an account. The parts make the transaction's amount to the öre; otherwise it is refused with what is missing. Give exactly one of them. A transaction is booked once. DELETE undoes a match where nothing was booked for it, and where the entry on an account that was booked for it is reversed; a payment stays as payments do.",
    scope: 'bank-statements:write',
    body: BankTransactionMatch,
    answer: { json: BankTransaction },
    events: [
      'journal-entry.booked',
      'bank-transaction.matched',
      'invoice.recorded',
      'invoice-payment.created',
      'invoice-payment.recorded',
      'invoice-settlement.created',
      'invoice-settlement.recorded',
      'invoice.paid',
      'supplier-invoice-payment.created',
      'supplier-invoice.paid',
      'supplier-advance.created',
      'account.created',
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
      salesContribution.bookingRefusals.noMoneyOnDraft,
      salesContribution.bookingRefusals.invoiceNotRecorded,
      salesContribution.bookingRefusals.tooMany,
      purchasingContribution.purchaseBookingRefusals.supplierInvoiceNotApproved,
      purchasingContribution.purchaseBookingRefusals.supplierInvoiceNotRecorded,
      purchasingContribution.purchaseBookingRefusals.beyondRemaining,
      purchasingContribution.purchaseBookingRefusals.tooManySupplierPayments,
      purchasingContribution.advanceRefusals.paymentNeeded,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: { body: { account: 6570, title: 'Bankavgift' } },
    featureOf: (body) => (hasTags(body) ? 'Tags' : undefined),
    examine: examineMatch,
    run: (call, { params, body }) =>
      matchTransaction(call, { statementId: idOf(params), id: params.transactionId ?? '' }, body),
  }),
  row({
    ...common,
    method: 'DELETE',
    path: `${transactions}/{transactionId}/match`,
    operationId: 'unmatchBankTransaction',
    summary: 'Undo the match of a transaction',
    description:
      'The transaction is open again; others that are matched with the same entry stay. Possible where the match booked nothing, and where the entry on an account that it booked is reversed. Payments of invoices stay, and are corrected on the invoice.',
    scope: 'bank-statements:write',
    answer: 'nothing',
    current: (call, { params }) => getTransaction(call, idOf(params), params.transactionId ?? ''),
    events: ['bank-transaction.unmatched'],
    refusals: [
      refusals.transactionNotFound,
      refusals.transactionNotMatched,
      refusals.matchBooked,
      refusals.matchPaid,
      refusals.matchOfParts,
    ],
    run: async (call, { params }) => {
      await unmatchTransaction(call, { statementId: idOf(params), id: params.transactionId ?? '' })
      return undefined
    },
  }),
  row({
    ...common,
    method: 'GET',
    path: '/companies/{companyId}/journal-entries/{journalEntryId}/bank-transactions',
    operationId: 'getBankTransactionsOfEntry',
    summary: 'Read the transactions that are matched with a journal entry',
    description:
      "Oldest first, at most 1000, with what the entry has on the bank's accounts and what of that is left to match. Several transactions may be matched with one entry, as far as it goes.",
    scope: 'bank-statements:read',
    answer: { json: TransactionsOfEntry },
    refusals: [ledgerContribution.refusals.entryNotFound],
    snapshot: true,
    run: (call, { params }) => transactionsOfEntry(call, params.journalEntryId ?? ''),
  }),
]
