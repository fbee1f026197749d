// People, as operators see and help them.
import {
  DateTime,
  Id,
  languages,
  Name,
  named,
  nullable,
  object,
  operatorRow,
  pageOf,
  pageQuery,
  type Row,
  Type,
} from '#http'
import {
  type Account,
  endSessionsOf,
  identityContribution,
  listAccounts,
  lockAccount,
  MAX_EMAIL,
  MAX_PERSON_NAME,
  MOST_MEMBERS,
  makeAccount,
  membershipsOf,
  readAccount,
  resetSecondFactor,
  sendPasswordLink,
} from '#identity'
import type { Call } from '#platform/call'
import { momentText } from '#platform/day'
import { at, tag } from './shapes.ts'

const one = at('/people/{personId}')
const count = (description: string) => Type.Integer({ minimum: 0, description })

const AccountShape = named(
  'OperatedPerson',
  object({
    id: Id,
    name: Type.String({ examples: ['Anna Ek'] }),
    email: Type.String({ examples: ['anna@example.com'] }),
    language: Type.Enum(['sv', 'en']),
    createdDateTime: DateTime,
    lockedDateTime: nullable({ ...DateTime, description: 'Since when the account is locked; null: it is not locked' }),
    lastUsedDateTime: nullable({ ...DateTime, description: 'Of the sessions that there are; null: there is none' }),
    sessions: count('Where the person is logged in'),
    memberships: count('Of companies and agencies'),
    passkeys: count('That open the account'),
    hasSecondFactor: Type.Boolean(),
    isOperator: Type.Boolean(),
  }),
)

const Whole = named(
  'OperatedPersonWhole',
  object({
    ...AccountShape.properties,
    tenants: Type.Array(
      object({ type: Type.Enum(['company', 'agency']), id: Id, name: Type.String(), role: Type.String() }),
      { maxItems: MOST_MEMBERS },
    ),
  }),
)

const shown = ({ createdAt, lockedAt, lastUsedAt, ...account }: Account) => ({
  ...account,
  createdDateTime: momentText(createdAt),
  lockedDateTime: lockedAt && momentText(lockedAt),
  lastUsedDateTime: lastUsedAt && momentText(lastUsedAt),
})

const whole = async (call: Call, id: string) => {
  const account = await readAccount(call, id)
  const memberships = await membershipsOf(call, id)
  const tenants = memberships.map(({ tenant, name, role }) => ({ ...tenant, name, role }))
  return { ...shown(account), tenants }
}

/** Declares an action on an account, whose answer is the account afterwards. */
const act = (
  name: string,
  given: Pick<Row, 'operationId' | 'summary' | 'description' | 'events' | 'refusals'>,
  run: (call: Call, personId: string) => Promise<void>,
): Row =>
  operatorRow({
    method: 'POST',
    path: `${one}/${name}`,
    tag,
    answer: { json: Whole },
    ...given,
    run: async (call, { params }) => {
      const personId = params.personId ?? ''
      await run(call, personId)
      return whole(call, personId)
    },
  })

export const peopleRows: readonly Row[] = [
  operatorRow({
    method: 'GET',
    path: at('/people'),
    operationId: 'listOperatedPeople',
    tag,
    summary: 'List the people who have an account',
    description: 'The newest first. `query` filters on name, email and createdDateTime.',
    query: pageQuery('email=~anna'),
    answer: { json: pageOf(AccountShape) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listAccounts(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  operatorRow({
    method: 'GET',
    path: one,
    operationId: 'getOperatedPerson',
    tag,
    summary: 'Read an account',
    description: 'How they log in, and what they are members of.',
    answer: { json: Whole },
    tagged: true,
    refusals: [identityContribution.peopleRefusals.personNotFound],
    run: (call, { params }) => whole(call, params.personId ?? ''),
  }),
  operatorRow({
    method: 'POST',
    path: at('/people'),
    operationId: 'makeAccount',
    tag,
    summary: 'Create an account for a person',
    description:
      'They get a mail with a link, which works for seven days, and choose their password by it. The address counts as theirs.',
    body: named(
      'NewOperatedPerson',
      object({
        name: Name({ minLength: 1, maxLength: MAX_PERSON_NAME, examples: ['Anna Ek'] }),
        email: Type.String({ maxLength: MAX_EMAIL, examples: ['anna@example.com'] }),
        language: Type.Optional(Type.Enum([...languages], { default: 'sv', description: 'Of pages and mails' })),
      }),
    ),
    answer: { json: Whole },
    events: ['person.created', 'password.link-sent'],
    refusals: [identityContribution.peopleRefusals.emailTaken],
    example: { body: { name: 'Anna Ek', email: 'anna@example.com', language: 'sv' } },
    run: async (call, { body }) => whole(call, await makeAccount(call, body)),
  }),
  act(
    'send-link',
    {
      operationId: 'sendPasswordLink',
      summary: 'Mail a person a link to choose a password',
      description: 'It works for seven days, and once. The password that they have works until then.',
      events: ['password.link-sent'],
      refusals: [identityContribution.peopleRefusals.personNotFound],
    },
    sendPasswordLink,
  ),
  act(
    'end-sessions',
    {
      operationId: 'endSessionsOfPerson',
      summary: 'Log a person out everywhere',
      description: 'Their next request has to log in.',
      events: ['session.revoked'],
      refusals: [identityContribution.peopleRefusals.personNotFound],
    },
    endSessionsOf,
  ),
  act(
    'lock',
    {
      operationId: 'lockPerson',
      summary: 'Lock an account',
      description:
        'Its sessions end, and no one can log in to it. Pending invitations that its owner has sent are withdrawn. Its owner is told by mail. The books stay as they are.',
      events: ['person.locked', 'session.revoked', 'invitation.withdrawn'],
      refusals: [identityContribution.peopleRefusals.personNotFound, identityContribution.accountRefusals.ownAccount],
    },
    (call, personId) => lockAccount(call, { personId, isLocked: true }),
  ),
  act(
    'unlock',
    {
      operationId: 'unlockPerson',
      summary: 'Let the owner of an account in again',
      description: 'The owner is told by mail.',
      events: ['person.unlocked'],
      refusals: [identityContribution.peopleRefusals.personNotFound],
    },
    (call, personId) => lockAccount(call, { personId, isLocked: false }),
  ),
  act(
    'reset-second-factor',
    {
      operationId: 'resetSecondFactor',
      summary: 'Turn off the two-step login of a person',
      description:
        'For who has lost telephone and recovery codes, once you have made sure who asks. Sessions end, passkeys stay, and the owner is told by mail.',
      events: ['second-factor.reset', 'session.revoked'],
      refusals: [identityContribution.peopleRefusals.personNotFound, identityContribution.accountRefusals.ownAccount],
    },
    resetSecondFactor,
  ),
]
