// The endpoints of the chart of accounts.
import { DateOnly, Filter, named, nullable, object, type Row, row, saying, Type } from '#http'
import { lockBooks } from '#ledger/book'
import { ledgerFaults as faults, ledgerRefusals as refusals } from '#ledger/refusals'
import { ACCOUNT_HIGHEST } from '#ledger/sie-format/limits'
import { MAX_ACCOUNT_NAME } from '#rule/limits'
import { AccountNumber } from './account-map.ts'
import { changeAccount, MAX_SRU_CODES } from './account-settings.ts'
import { createAccount, getAccount, listAccounts, MIN_NUMBER } from './chart.ts'
import { EDITION } from './chart-correction.rules.ts'
import { differingFromUsual, takeCorrection } from './chart-correction.ts'
import { PLAN_YEAR } from './chart-update.rules.ts'
import { applyChartUpdate, chartUpdate, MAX_TICKED } from './chart-update.ts'
import { vatCodes, vatSections } from './vat-code.rules.ts'
import { listVatCodes } from './vat-code.ts'

const company = '/companies/{companyId}'

const account = {
  account: AccountNumber({ examples: [1930] }),
  name: Type.String({ examples: ['Företagskonto'] }),
  accountType: Type.Enum(['customAccount', 'basePlanAccount']),
}
const Account = named('Account', object(account))
const AccountWithDetails = named(
  'AccountWithDetails',
  object({
    ...account,
    accountBalance: nullable(Type.Number({ description: "The account's balance now, in kronor; debit is positive" })),
  }),
)

const AccountSettings = named(
  'AccountSettings',
  object({
    ...account,
    active: Type.Boolean({ description: 'Whether entries may use the account' }),
    sruCodes: Type.Array(Type.String({ examples: ['7281'] }), { description: 'Fields of the tax return' }),
    vatCode: nullable(Type.String({ examples: ['48'], description: 'The box of the VAT return' })),
  }),
)
const accountName = saying(
  faults.accountName('', { limit: MAX_ACCOUNT_NAME }),
  Type.String({ maxLength: MAX_ACCOUNT_NAME, examples: ['Företagskonto'] }),
)
const vatCode = Type.Optional(
  nullable(
    saying(
      faults.vatCode('', { codes: vatCodes.join(', ') }),
      Type.String({ maxLength: 2, description: `One of ${vatCodes.join(', ')}; empty removes it` }),
    ),
  ),
)
const newNumber = saying(
  faults.accountNumber(''),
  Type.Integer({
    minimum: MIN_NUMBER,
    maximum: ACCOUNT_HIGHEST,
    examples: [6541],
    description: 'Four to eight digits. The first says what the account is, as in the BAS plan.',
  }),
)
const sruCodes = Type.Optional(
  saying(
    faults.sruCodes('', { limit: MAX_SRU_CODES }),
    Type.Array(saying(faults.sruCode(''), Type.String({ pattern: '^\\d{4}$', maxLength: 4 })), {
      maxItems: MAX_SRU_CODES,
    }),
  ),
)
const NewAccount = named('NewAccount', object({ account: newNumber, name: accountName, vatCode }))
const ChangeAccount = named(
  'ChangeAccount',
  object({ name: Type.Optional(accountName), active: Type.Optional(Type.Boolean()), sruCodes, vatCode }),
)

/** The common fields of an account in requests. */
export const accountFields = { account: newNumber, name: accountName, vatCode, sruCodes }

const VatCode = named(
  'VatCode',
  object({
    code: Type.String({ examples: ['05'] }),
    name: Type.String({ examples: ['Momspliktig försäljning'] }),
    section: Type.Enum([...vatSections]),
    accounts: Type.Array(Type.Integer({ examples: [3001] })),
  }),
)

const charted = object({
  name: Type.String({ examples: ['Erhållna kassarabatter'] }),
  accountType: account.accountType,
  sruCodes: Type.Array(Type.String({ examples: ['7511'] })),
})
const ChartCorrections = named(
  'ChartCorrections',
  object({
    edition: Type.String({ examples: ['BAS 2026'], description: 'The edition that the usual chart follows' }),
    rows: Type.Array(
      object({
        account: Type.Integer({ examples: [4731] }),
        correctedOn: DateOnly,
        own: nullable({ ...charted, description: 'In the chart of the company; null where it lacks the account' }),
        usual: { ...charted, description: 'In the usual chart' },
      }),
    ),
  }),
)

const correctionRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${company}/chart-corrections`,
    operationId: 'listChartCorrections',
    tag: 'Chart of accounts',
    summary: 'List corrections of the usual chart that differ',
    description:
      'Accounts that were corrected in the usual chart after companies had begun with it, and that differ in the chart of this one. The chart stays as it is until people take a correction over.',
    scope: 'chart-of-accounts:read',
    answer: { json: ChartCorrections },
    refusals: [],
    run: async (call) => ({
      edition: EDITION,
      rows: (await differingFromUsual(call)).map(({ account: number, on, own, usual }) => ({
        account: number,
        correctedOn: on,
        own,
        usual,
      })),
    }),
  }),
  row({
    method: 'POST',
    path: `${company}/chart-corrections/{account}`,
    operationId: 'takeChartCorrection',
    tag: 'Chart of accounts',
    summary: 'Take a correction of the usual chart over',
    description:
      'Adds the account, or gives it the type and the SRU codes that the usual chart has; its name stays. The fields of tax returns that are made from now on follow it, also those of earlier years.',
    by: 'people',
    scope: 'chart-of-accounts:manage',
    answer: { json: AccountSettings },
    events: ['account.created', 'account.changed'],
    refusals: [refusals.noCorrection],
    run: (call, { params }) => takeCorrection(call, params.account ?? ''),
  }),
]

const planned = {
  account: AccountNumber({ examples: [1686] }),
  name: Type.String({ examples: ['Fordringar för kontokort och kuponger'] }),
  sruCodes: Type.Array(Type.String({ examples: ['7261'] }), { description: 'Fields of the tax return' }),
}
const ChartUpdate = named(
  'ChartUpdate',
  object({
    year: Type.Integer({ examples: [PLAN_YEAR], description: 'The year of the BAS plan' }),
    adds: Type.Array(
      object({ ...planned, isUsual: Type.Boolean({ description: 'Whether new companies begin with it' }) }),
      { description: 'Accounts of the plan that the chart lacks' },
    ),
    renames: Type.Array(
      object({
        ...planned,
        own: object(
          { name: planned.name, sruCodes: planned.sruCodes },
          { description: 'As the chart of the company has it' },
        ),
        isOwnName: Type.Boolean({ description: 'Whether the name is one that people have given the account' }),
      }),
      { description: 'Accounts whose name or fields differ from the plan' },
    ),
    retires: Type.Array(
      object({
        account: AccountNumber({ examples: [1580] }),
        name: planned.name,
        instead: nullable(Type.Integer({ examples: [1686], description: 'What the plan has in its place' })),
      }),
      { description: 'Accounts that the plan no longer has' },
    ),
  }),
)
const ticked = Type.Optional(
  Type.Array(AccountNumber({ examples: [1686] }), { maxItems: MAX_TICKED, uniqueItems: true }),
)

const updateRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${company}/chart-of-accounts/update`,
    operationId: 'readChartUpdate',
    tag: 'Chart of accounts',
    summary: "Read what this year's BAS plan changes in the chart",
    description:
      'What the plan adds, renames and retires. The chart stays as it is until people apply a change. Accounts of automatic entries are never retired.',
    scope: 'chart-of-accounts:read',
    answer: { json: ChartUpdate },
    refusals: [],
    run: async (call) => ({ year: PLAN_YEAR, ...(await chartUpdate(call)) }),
  }),
  row({
    method: 'POST',
    path: `${company}/chart-of-accounts/update`,
    operationId: 'applyChartUpdate',
    tag: 'Chart of accounts',
    summary: "Apply changes of this year's BAS plan to the chart",
    description:
      'Applies the accounts that are named, all or nothing, and answers what is left. `rename` gives an account the name and the fields of the plan. A retired account keeps its entries and takes no further ones; an account of the balance sheet is retired once its balance is nil.',
    by: 'people',
    scope: 'chart-of-accounts:manage',
    body: named('ApplyChartUpdate', object({ add: ticked, rename: ticked, retire: ticked })),
    answer: { json: ChartUpdate },
    events: ['account.created', 'account.changed', 'account.deactivated'],
    refusals: [],
    example: { body: { add: [1291] } },
    run: async (call, { body }) => ({ year: PLAN_YEAR, ...(await applyChartUpdate(call, body)) }),
  }),
]

export const chartRows: readonly Row[] = [
  ...correctionRows,
  ...updateRows,
  row({
    method: 'GET',
    path: `${company}/chart-of-accounts`,
    operationId: 'listAccounts',
    tag: 'Chart of accounts',
    summary: 'List the accounts',
    description:
      'The active accounts in order of number, as a plain array without paging. `query` filters on account, name and accountType.',
    scope: 'chart-of-accounts:read',
    query: object({
      query: Type.Optional(Filter({ examples: ['account>=3000&&account<4000'] })),
    }),
    answer: { json: Type.Array(Account) },
    refusals: [],
    run: (call, { query }) => listAccounts(call, query.query),
  }),
  row({
    method: 'POST',
    path: `${company}/chart-of-accounts`,
    operationId: 'createAccount',
    tag: 'Chart of accounts',
    summary: 'Add an account',
    description:
      'The number has four to eight digits, is not in the chart yet and cannot be changed. Without `vatCode` the account has the VAT code that accounts of its number usually have; null leaves it without one.',
    by: 'people',
    scope: 'chart-of-accounts:manage',
    body: NewAccount,
    answer: { json: AccountSettings },
    events: ['account.created'],
    refusals: [refusals.accountExists],
    example: { body: { account: 6541, name: 'Drift av webbplatsen', vatCode: null } },
    run: (call, { body: { account: number, ...rest } }) => createAccount(call, { number, ...rest }),
  }),
  row({
    method: 'GET',
    path: `${company}/chart-of-accounts/{account}`,
    operationId: 'getAccount',
    tag: 'Chart of accounts',
    summary: 'Read an account with its balance',
    description:
      'A balance sheet account shows everything ever booked on it, an income statement account what is booked in the current fiscal year.',
    scope: 'chart-of-accounts:read',
    answer: { json: AccountWithDetails },
    tagged: true,
    refusals: [refusals.accountNotFound],
    run: (call, { params }) => getAccount(call, params.account ?? ''),
  }),
  row({
    method: 'PATCH',
    path: `${company}/chart-of-accounts/{account}`,
    operationId: 'changeAccount',
    tag: 'Chart of accounts',
    summary: 'Rename an account, give it codes, or make it inactive',
    description:
      'What is left out stays as it is. The number and the entries stay too; an inactive account takes no further entries. Earlier values are in the processing history. `Service-Warning` says so when automatic entries need an account that is made inactive.',
    scope: 'chart-of-accounts:write',
    body: ChangeAccount,
    answer: { json: AccountSettings },
    events: ['account.changed'],
    refusals: [refusals.accountNotFound],
    current: async (call, { params }) => {
      await lockBooks(call)
      return getAccount(call, params.account ?? '')
    },
    example: { body: { name: 'Företagskonto i banken', sruCodes: ['7281'] } },
    run: (call, { params, body }) => changeAccount(call, params.account ?? '', body),
  }),
  row({
    method: 'GET',
    path: `${company}/vat-codes`,
    operationId: 'listVatCodes',
    tag: 'Chart of accounts',
    summary: 'List the VAT codes and their accounts',
    description:
      'The boxes of the VAT return in the order of the form, each with the accounts that count towards it. Accounts of the usual chart have a code from the beginning, and so has any other account whose number is that of one; changeAccount gives an account another code.',
    scope: 'chart-of-accounts:read',
    answer: { json: Type.Array(VatCode) },
    refusals: [],
    run: (call, { language }) => listVatCodes(call, language),
  }),
]
