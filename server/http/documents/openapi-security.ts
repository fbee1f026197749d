// The parts of the OpenAPI document shared by many operations: authentication, headers of responses, and bodies of
// refusals.
import { MAX_WARNING_LENGTH, MAX_WARNINGS } from '#http/answers/warning'
import { object, Type } from '#http/bodies/schema'
import type { Brand } from '#http/brand'
import { audienceOf, isWrite, type Row } from '#http/row'
import { statusOf } from '#platform/refusal'

type Json = Record<string, unknown>

/** The scopes, with what each grants. */
export type ScopeTable = Readonly<Record<string, string>>

/** The names of the security schemes. */
const PRIVATE = 'privateToken'
const OAUTH = 'oauth'
const SESSION = 'session'

/** Scopes of an agency: the only ones available with client credentials. */
const AGENCY = /^agency-/

export const securitySchemes = (server: string, scopes: ScopeTable): Json => ({
  [PRIVATE]: {
    type: 'http',
    scheme: 'bearer',
    description: 'A private integration: a token (`gb_…`) of one company, valid on the paths of that company only.',
  },
  [SESSION]: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'A person who has logged in, with the role that they have in the company or the agency. Over https the cookie is `__Host-session`. Writes need the header `Csrf-Token` with the csrfToken of `GET /me`.',
  },
  client: { type: 'http', scheme: 'basic', description: 'The client_id and client_secret of an integration.' },
  [OAUTH]: {
    type: 'oauth2',
    description:
      "Another person's integration. A token of a company works on its paths, one of an agency on those of the agency and its client companies.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${server}/authorize`,
        tokenUrl: `${server}/token`,
        refreshUrl: `${server}/token`,
        scopes,
      },
      clientCredentials: {
        tokenUrl: `${server}/token`,
        scopes: Object.fromEntries(Object.entries(scopes).filter(([scope]) => AGENCY.test(scope))),
      },
    },
  },
})

/** Which tokens an operation accepts, and whether people call it. */
export const securityOf = (row: Row): Json[] => {
  if (row.by === 'people') return [{ [SESSION]: [] }]
  const oauth = [{ [OAUTH]: row.scope ? [row.scope] : [] }, ...(row.orScope ? [{ [OAUTH]: [row.orScope] }] : [])]
  const audience = audienceOf(row)
  const ofPeople = audience === 'general' || row.by === 'integrations' ? [] : [{ [SESSION]: [] }]
  return [...(['company', 'token'].includes(audience) ? [{ [PRIVATE]: [] }] : []), ...oauth, ...ofPeople]
}

const integer = { schema: { type: 'integer', minimum: 0 } }

/** The headers of responses, by their component names. */
export const headerComponents = (brand: Brand): Json => ({
  RateLimit: { description: 'How many requests this token may make in any 60 seconds', ...integer },
  RateRemaining: { description: 'How many of them are left right now', ...integer },
  RateRetryAfter: { description: 'After how many seconds the next request will be accepted', ...integer },
  RetryAfter: { description: 'After how many seconds to try again', ...integer },
  RequestId: { description: 'The Request-Id of the request, or one that was made for it', schema: { type: 'string' } },
  DryRun: {
    description: `\`true\` where the request was only tried, with \`dryRun=true\`: nothing was kept (${brand.dryRun})`,
    schema: { type: 'string', enum: ['true'] },
  },
  Ignored: {
    description: `Present when a part of the request is unknown here and was ignored: JSON pointers of properties and names of parameters (${brand.ignored})`,
    schema: { type: 'string' },
  },
  PlanWarning: {
    description: `Present when the company's plan ends within 14 days: a sentence with the day (${brand.planWarning})`,
    schema: { type: 'string' },
  },
  Warning: {
    description: `Present when something about the request is doubtful although it succeeds (${brand.warning}): up to ${MAX_WARNINGS} sentences separated by commas; within a sentence, commas, percent signs and non-ASCII characters are percent-encoded UTF-8`,
    schema: { type: 'string', maxLength: MAX_WARNINGS * (MAX_WARNING_LENGTH + 2) },
    examples: { one: { value: '#/vatNumber: the check digit of SE556677889101 is wrong' } },
  },
})

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** The headers of every response. */
const rateHeaders = (brand: Brand): Json => ({
  [brand.rateLimit]: header('RateLimit'),
  [brand.rateRemaining]: header('RateRemaining'),
  'Request-Id': header('RequestId'),
})

/** The headers of a response that is not a refusal. */
export const successHeaders = (row: Row, brand: Brand): Json => ({
  ...rateHeaders(brand),
  [brand.warning]: header('Warning'),
  [brand.ignored]: header('Ignored'),
  ...(isWrite(row) && !row.untried ? { [brand.dryRun]: header('DryRun') } : {}),
  ...(audienceOf(row) === 'company' ? { [brand.planWarning]: header('PlanWarning') } : {}),
})

export const refusalHeaders = (status: number, row: Row, brand: Brand): Json => {
  const challenge = { 'WWW-Authenticate': { schema: { type: 'string' } } }
  switch (status) {
    case 401:
      return { ...rateHeaders(brand), ...challenge }
    case 403:
      return {
        ...rateHeaders(brand),
        ...challenge,
        ...(audienceOf(row) === 'company' ? { 'Retry-After': header('RetryAfter') } : {}),
      }
    case 429:
      return {
        ...rateHeaders(brand),
        [brand.rateRetryAfter]: header('RateRetryAfter'),
        'Retry-After': header('RetryAfter'),
      }
    default:
      return rateHeaders(brand)
  }
}

/** The body of a refusal; on the paths of a company, also that of a missing feature of the plan. */
export const refusalSchema = (status: number, row: Row): Json => {
  const standard = { $ref: `#/components/schemas/${row.bulk ? 'BulkError' : 'Error'}` }
  const isAboutPlans = status === 403 && audienceOf(row) === 'company'
  return isAboutPlans ? { oneOf: [standard, { $ref: '#/components/schemas/PlanError' }] } : standard
}

/** The description of a 403 because of the plan. */
export const PLAN_SENTENCE =
  "`price_plan_feature_required` (in `error`): The company's plan does not include what is asked for, or has ended"

export const errorSchema = (brand: Brand) => object(errorProperties(brand))

/** The same for operations of an atomic bulk, with the document's schema of a result. */
export const bulkErrorSchema = (brand: Brand) =>
  object({
    ...errorProperties(brand),
    results: Type.Optional(
      Type.Array(Type.Unsafe<unknown>({ $ref: '#/components/schemas/BulkResult' }), {
        description: 'What became of each operation, in their order, when one was refused and nothing was done',
      }),
    ),
  })

const ReasonName = Type.String({
  description: 'The public name of the sentence, stable from release to release (specific to this service)',
  examples: ['invoice.not-draft'],
})
const Message = Type.String({ description: 'In the language of `Accept-Language`, English when it names none' })
const MessageValues = Type.Unsafe<Record<string, string | number>>({
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  description: 'The values of the sentence by name (specific to this service)',
})

const errorProperties = (brand: Brand) => ({
  code: Type.Enum(Object.keys(statusOf)),
  reason: ReasonName,
  message: Message,
  values: Type.Optional(MessageValues),
  [brand.errorId]: Type.String({ format: 'uuid', description: 'Quote it when you contact support' }),
  docUrl: Type.String({ description: 'What the guide says about the code' }),
  errors: Type.Optional(
    Type.Array(
      object({
        field: Type.String({
          description: 'A JSON pointer with #, or the name of a parameter',
          examples: ['#/date'],
        }),
        message: Message,
        reason: Type.Optional(ReasonName),
        values: Type.Optional(MessageValues),
      }),
    ),
  ),
})

const Plan = Type.Enum(['Basic', 'Plus', 'Premium', 'Business'])

export const planErrorSchema = () =>
  object({
    error: Type.Enum(['price_plan_feature_required']),
    message: Type.String(),
    details: object({
      requiredFeature: Type.Enum(['PublicApi', 'PrivateApi', 'Tags']),
      availableIn: Type.Array(Plan, { description: 'Plans that include it' }),
      availableAsAddonIn: Type.Array(Plan, { description: 'Plans to which it can be added' }),
      isAvailableInTrial: Type.Boolean(),
      isInTrial: Type.Boolean({ description: 'Whether the company is in its trial right now' }),
    }),
  })
