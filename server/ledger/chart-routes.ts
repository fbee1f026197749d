// The endpoints of the chart of accounts.
import { named, nullable, object, type Row, row, Type } from '#http'
import { getAccount, listAccounts } from './chart.ts'
import { ledgerRefusals as refusals } from './refusals.ts'

const company = '/companies/{companyId}'

const account = {
  account: Type.Integer({ examples: [1930] }),
  name: Type.String({ examples: ['Företagskonto'] }),
  accountType: Type.Enum(['customAccount', 'basePlanAccount']),
}
const Account = named('Account', object(account))
const AccountWithDetails = named(
  'AccountWithDetails',
  object({
    ...account,
    accountBalance: nullable(
      Type.Number({ description: 'What stands on the account now, in kronor; debit is positive' }),
    ),
  }),
)

export const chartRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${company}/chart-of-accounts`,
    operationId: 'listAccounts',
    tag: 'Chart of accounts',
    summary: 'List the accounts',
    description:
      'The active accounts by number, as a bare array without paging. `query` filters on account, name and accountType.',
    scope: 'chart-of-accounts:read',
    query: object({ query: Type.Optional(Type.String({ examples: ['account>=3000&&account<4000'] })) }),
    answer: { json: Type.Array(Account) },
    refusals: [],
    run: (call, { query }) => listAccounts(call, query.query),
  }),
  row({
    method: 'GET',
    path: `${company}/chart-of-accounts/{account}`,
    operationId: 'getAccount',
    tag: 'Chart of accounts',
    summary: 'Read an account with its balance',
    description:
      'A balance sheet account shows all that was ever booked on it, an income statement account what was booked in the current fiscal year.',
    scope: 'chart-of-accounts:read',
    answer: { json: AccountWithDetails },
    tagged: true,
    refusals: [refusals.accountNotFound],
    run: (call, { params }) => getAccount(call, params.account ?? ''),
  }),
]
