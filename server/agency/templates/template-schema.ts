// The API's schemas of an agency's templates and rollouts.
import { ruleFields } from '#banking'
import { DateTime, Id, kindsOf, Name, named, nullable, object, readOnly, reasonProperties, Type } from '#http'
import { accountFields, templateFields } from '#ledger'
import { reminderTextFields } from '#reminders'
import { MAX_NAMED_STEPS, MAX_ROLLOUT_TEMPLATES } from '#rule/limits'
import { textFields } from '#sales'
import { outcomes, results, templateKinds } from './template.rules.ts'
import { countNames, MAX_ROLLOUT_CLIENTS, rolloutStates } from './template-rollout.ts'
import { reasonCodes } from './template-step.ts'

/** Most characters in the name of a template. */
const MAX_NAME_LENGTH = 200

const { text: reminderText, textEnglish: reminderTextEnglish } = reminderTextFields

const name = Name({ minLength: 1, maxLength: MAX_NAME_LENGTH, examples: ['Byråns texter'] })

export const accountExample = { kind: 'account', account: 6541, name: 'Drift av webbplatsen', vatCode: null }

const TemplateContent = named(
  'TemplateContent',
  kindsOf(
    'kind',
    [
      named('AccountTemplate', object({ kind: Type.Literal('account'), ...accountFields })),
      named('AgencyEntryTemplate', object({ kind: Type.Literal('entryTemplate'), ...templateFields('Agency', {}) })),
      named('MatchingRuleTemplate', object({ kind: Type.Literal('matchingRule'), ...ruleFields })),
      named(
        'TextsTemplate',
        object({
          kind: Type.Literal('texts'),
          name,
          ...Type.Partial(object({ ...textFields, reminderText, reminderTextEnglish })).properties,
        }),
      ),
    ],
    {
      description: 'What clients are to have: an account, an entry template, a matching rule, or texts of invoices',
      examples: [accountExample],
    },
  ),
)

export const AgencyTemplate = named(
  'AgencyTemplate',
  object({
    id: readOnly(Id),
    content: TemplateContent,
    version: readOnly(
      Type.Integer({ minimum: 1, examples: [1], description: 'One more with each change of what it says' }),
    ),
    modifiedDateTime: readOnly(DateTime),
  }),
)

export const TakenTemplate = named(
  'TakenTemplate',
  object({
    companyId: Id,
    kind: Type.Enum([...templateKinds]),
    resourceId: Type.Optional(
      Type.String({
        maxLength: 36,
        examples: ['6541'],
        description: 'The number of an account, the id of an entry template or a matching rule; texts have none',
      }),
    ),
    name: Type.Optional({ ...name, description: 'What the template is called; as at the client when left out' }),
  }),
)

export const TemplateUses = named(
  'TemplateUses',
  object({
    items: Type.Array(
      object({
        templateId: Id,
        current: Type.Integer({ minimum: 0, description: 'Clients that have it as it is now' }),
        older: Type.Integer({ minimum: 0, description: 'Clients that have an older version' }),
      }),
    ),
  }),
)

export const TemplateUse = named(
  'TemplateUse',
  object({
    companyId: Id,
    companyName: Type.String({ examples: ['Kunden AB'] }),
    version: Type.Integer({ minimum: 1 }),
    isOlder: Type.Boolean({ description: 'Whether the template has been changed since' }),
    actorName: Type.String({ examples: ['Anna Ek'], description: 'Who applied it' }),
    modifiedDateTime: DateTime,
  }),
)

const flags = {
  overwrites: Type.Boolean({
    default: false,
    description: 'Whether what a client has changed or removed by hand, or had of the same name, gives way',
  }),
  addsAccounts: Type.Boolean({
    default: false,
    description:
      "Whether accounts that a template needs are added where a chart lacks them: as the agency's template of the account says, else as in the usual chart",
  }),
}

export const NewTemplateRollout = named(
  'NewTemplateRollout',
  object({
    templateIds: Type.Array(Id, { minItems: 1, maxItems: MAX_ROLLOUT_TEMPLATES }),
    clients: Type.Optional(
      Type.Enum(['all', 'selected', 'older'], {
        default: 'all',
        description:
          'All clients, those of companyIds, or those that have an older version of a template, each for that one',
      }),
    ),
    companyIds: Type.Optional(Type.Array(Id, { maxItems: MAX_ROLLOUT_CLIENTS })),
    overwrites: Type.Optional(flags.overwrites),
    addsAccounts: Type.Optional(flags.addsAccounts),
  }),
)

export const TemplateRollout = named(
  'TemplateRollout',
  object({
    id: Id,
    state: Type.Enum([...rolloutStates], { description: 'previewing and applying go on in the background' }),
    ...flags,
    actorName: Type.String({ examples: ['Anna Ek'], description: 'Who had it previewed, and then applied' }),
    counts: object(
      Object.fromEntries(countNames.map((one) => [one, Type.Integer({ minimum: 0 })])) as Record<
        (typeof countNames)[number],
        ReturnType<typeof Type.Integer>
      >,
      {
        description:
          'Steps by outcome (waiting: not looked at yet), and of those that are applied by result (left: not done yet)',
      },
    ),
    createdDateTime: DateTime,
    modifiedDateTime: DateTime,
  }),
)

const Shape = Type.Record(Type.String(), Type.Unknown())

export const TemplateRolloutStep = named(
  'TemplateRolloutStep',
  object({
    id: Id,
    companyId: Id,
    companyName: Type.String({ examples: ['Kunden AB'] }),
    templateId: Id,
    templateName: Type.String({ examples: ['6541 Drift av webbplatsen'] }),
    kind: Type.Enum([...templateKinds]),
    version: Type.Integer({ minimum: 1, description: 'Of the template' }),
    outcome: nullable(
      Type.Enum([...outcomes], {
        description:
          'What would happen; null until it is known. own: the client has its own and keeps it; removed: the client has removed it',
      }),
    ),
    before: nullable({ ...Shape, description: 'What the client had' }),
    after: nullable({ ...Shape, description: 'What the client is to have' }),
    accounts: Type.Array(
      object({
        account: Type.Integer({ examples: [6541] }),
        name: Type.String({ examples: ['Drift av webbplatsen'] }),
        isNew: Type.Boolean({ description: 'False: the chart has it, and it is taken into use again' }),
      }),
      { description: 'Accounts that are added along with it' },
    ),
    isChosen: Type.Boolean({ description: 'Whether it is, or was, to be applied' }),
    result: nullable(
      Type.Enum([...results], {
        description: 'What has happened; stale: the client has changed since the preview, and was left as it is',
      }),
    ),
    reasonCode: nullable(Type.Enum([...reasonCodes])),
    ...reasonProperties('rollout-step.account-missing', { examples: ['The chart of accounts lacks 6541'] }),
    modifiedDateTime: DateTime,
  }),
)

export const TemplateRolloutApplication = named(
  'TemplateRolloutApplication',
  object({
    stepIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MAX_NAMED_STEPS,
        description: 'The steps to apply; all that can be when left out',
      }),
    ),
  }),
)
