// The endpoints of the company's bank accounts.
import { DateTime, Id, named, nullable, object, pageOf, pageQuery, type Row, row, saying, Type } from '#http'
import { AccountNumber } from '#ledger'
import { momentText } from '#platform/day'
import type { FieldError } from '#platform/refusal'
import {
  addBankAccount,
  changeBankAccount,
  listBankAccountPage,
  lockBankAccount,
  MAX_ACCOUNT_NAME,
  MAX_AGREEMENT_LENGTH,
  type OwnBankAccount,
  paymentFormats,
  readBankAccount,
  setDefaultBankAccount,
} from './bank-account.ts'
import { paymentFaults as faults, paymentRefusals as refusals } from './payment-refusals.ts'

const path = '/companies/{companyId}/bank-accounts'
const tag = 'Bank accounts'

/** Maximum number of characters in a number as entered, with spaces. */
const MAX_NUMBER_LENGTH = 50

const number = (sentence: FieldError, example: string, description: string) =>
  saying(sentence, Type.String({ maxLength: MAX_NUMBER_LENGTH, examples: [example], description }))

const name = saying(
  faults.tooLong('', { limit: MAX_ACCOUNT_NAME }),
  Type.String({ maxLength: MAX_ACCOUNT_NAME, examples: ['Företagskonto'], description: 'The name that people use' }),
)
const iban = number(faults.iban(''), 'SE4550000000058398257466', 'Its IBAN')
const currency = number(faults.currency(''), 'SEK', 'ISO 4217')
const account = AccountNumber({ examples: [1930], description: 'Its account in the chart' })
/** Fields that the bank requires in payment files. */
const ofBank = {
  bic: number(faults.bic(''), 'ESSESESS', "Its bank's BIC"),
  bankgiro: number(
    faults.bankgiro(''),
    '991-2346',
    "The company's bankgiro number for it, where the bank wants one in files of bankgiro payments",
  ),
  agreement: saying(
    faults.agreement('', { limit: MAX_AGREEMENT_LENGTH }),
    Type.String({
      maxLength: MAX_AGREEMENT_LENGTH,
      examples: ['A-1'],
      description: "The bank's name for the agreement on files, where it asks for one",
    }),
  ),
}
const paymentFormat = Type.Enum([...paymentFormats], {
  description: 'The message format that its bank accepts in files',
})

const BankAccount = named(
  'BankAccount',
  object({
    id: Id,
    name,
    iban,
    currency,
    account,
    bic: nullable(ofBank.bic),
    bankgiro: nullable(ofBank.bankgiro),
    agreement: nullable(ofBank.agreement),
    paymentFormat,
    isDefault: Type.Boolean({ description: 'Whether payments are made from it' }),
    modifiedDateTime: DateTime,
  }),
)

const NewBankAccount = named(
  'NewBankAccount',
  object({
    name,
    iban,
    account,
    currency: Type.Optional({ ...currency, description: 'ISO 4217; the accounting currency if left out' }),
    bic: Type.Optional(ofBank.bic),
    bankgiro: Type.Optional(ofBank.bankgiro),
    agreement: Type.Optional(ofBank.agreement),
    paymentFormat: Type.Optional(paymentFormat),
  }),
)

const BankAccountChange = named(
  'BankAccountChange',
  object({
    name: Type.Optional(name),
    bic: Type.Optional(nullable(ofBank.bic)),
    bankgiro: Type.Optional(nullable(ofBank.bankgiro)),
    agreement: Type.Optional(nullable(ofBank.agreement)),
    paymentFormat: Type.Optional(paymentFormat),
  }),
)

const shown = ({ modifiedAt, ...account }: OwnBankAccount) => ({
  ...account,
  modifiedDateTime: momentText(modifiedAt),
})

export const bankAccountRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'listBankAccounts',
    tag,
    summary: "List the company's bank accounts",
    description: 'Most recently added first. `query` filters on name, iban, currency and modifiedDateTime.',
    by: 'people',
    scope: 'bank-accounts:read',
    query: pageQuery('currency==SEK'),
    answer: { json: pageOf(BankAccount) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listBankAccountPage(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'POST',
    path,
    operationId: 'addBankAccount',
    tag,
    summary: "Add one of the company's bank accounts",
    description:
      'Payments are made from the first one in SEK. Banks pay to a bankgiro number from a bankgiro number: `Service-Warning` says so when the account has none.',
    by: 'people',
    scope: 'bank-accounts:write',
    events: ['bank-account.added'],
    body: NewBankAccount,
    answer: { json: BankAccount },
    tagged: true,
    refusals: [refusals.tooManyBankAccounts],
    example: { body: { name: 'Företagskonto', iban: 'SE4550000000058398257466', account: 1930, bic: 'ESSESESS' } },
    run: (call, { body }) => addBankAccount(call, body).then(shown),
  }),
  row({
    method: 'GET',
    path: `${path}/{bankAccountId}`,
    operationId: 'getBankAccount',
    tag,
    summary: 'Read a bank account',
    description: "One of the company's own accounts, with what its bank asks for in files.",
    by: 'people',
    scope: 'bank-accounts:read',
    answer: { json: BankAccount },
    tagged: true,
    refusals: [refusals.bankAccountNotFound],
    run: (call, { params }) => readBankAccount(call, params.bankAccountId ?? '').then(shown),
  }),
  row({
    method: 'PATCH',
    path: `${path}/{bankAccountId}`,
    operationId: 'changeBankAccount',
    tag,
    summary: 'Change a bank account',
    description:
      'Its name, and what payment files say about it; what is left out stays as it is, and null or a blank text removes a value. IBAN, currency and account in the chart cannot be changed.',
    by: 'people',
    scope: 'bank-accounts:write',
    events: ['bank-account.changed'],
    body: BankAccountChange,
    answer: { json: BankAccount },
    tagged: true,
    refusals: [refusals.bankAccountNotFound],
    current: (call, { params }) => lockBankAccount(call, params.bankAccountId ?? '').then(shown),
    example: { body: { bankgiro: '991-2346' } },
    run: (call, { params, body }) => changeBankAccount(call, params.bankAccountId ?? '', body).then(shown),
  }),
  row({
    method: 'POST',
    path: `${path}/{bankAccountId}/default`,
    operationId: 'setDefaultBankAccount',
    tag,
    summary: 'Make payments from this bank account',
    description: 'It must be in SEK. Files that have already been made stay as they are.',
    by: 'people',
    scope: 'bank-accounts:write',
    events: ['bank-account.default', 'bank-account.changed'],
    answer: { json: BankAccount },
    tagged: true,
    refusals: [refusals.bankAccountNotFound, refusals.notSek],
    run: (call, { params }) => setDefaultBankAccount(call, params.bankAccountId ?? '').then(shown),
  }),
]
