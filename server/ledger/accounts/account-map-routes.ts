// The endpoints of the account map.
import { named, object, type Row, row, Type } from '#http'
import { lockBooks } from '#ledger/book'
import { type AccountMap, accountRoles } from './account-map.rules.ts'
import { AccountNumber, accountMapOf, setAccountRole } from './account-map.ts'

const path = '/companies/{companyId}/account-map'

const AccountMapShown = named(
  'AccountMap',
  object({
    roles: Type.Array(
      object({
        role: Type.Enum([...accountRoles], { description: 'What the account is for in automatic entries' }),
        account: AccountNumber({ examples: [2440] }),
      }),
    ),
  }),
)

const AccountRoleChange = named(
  'AccountRoleChange',
  object({
    role: Type.Enum([...accountRoles]),
    account: AccountNumber({ examples: [2441], description: 'An active account of the chart' }),
  }),
)

const shown = (accounts: AccountMap) => ({ roles: accountRoles.map((role) => ({ role, account: accounts[role] })) })

export const accountMapRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'getAccountMap',
    tag: 'Account map',
    summary: 'Read which account has which role',
    description:
      'The account of each role in automatic entries: the one that the company has chosen, otherwise the default.',
    by: 'people',
    scope: 'account-map:read',
    answer: { json: AccountMapShown },
    tagged: true,
    refusals: [],
    run: async (call) => shown(await accountMapOf(call)),
  }),
  row({
    method: 'PATCH',
    path,
    operationId: 'changeAccountMap',
    tag: 'Account map',
    summary: 'Assign another account to a role',
    description:
      'It applies to what is booked from now on; existing entries stay. Receivables and payables need accounts of their own.',
    by: 'people',
    scope: 'account-map:write',
    body: AccountRoleChange,
    answer: { json: AccountMapShown },
    tagged: true,
    events: ['account-role.set'],
    refusals: [],
    current: async (call) => {
      await lockBooks(call)
      return shown(await accountMapOf(call))
    },
    example: { body: { role: 'rounding', account: 3740 } },
    run: async (call, { body }) => {
      await setAccountRole(call, body)
      return shown(await accountMapOf(call))
    },
  }),
]
