// What counts as a break of the API: the check of npm run documents, on a small document.
import { expect, test } from 'vitest'
import { breaksBetween, compactOf, declaredIn } from '#scripts/api-changes'

const Customer = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', description: 'Its id' },
    name: { type: 'string' },
    state: { type: 'string', enum: ['active', 'ended'] },
  },
}
const CustomerWrite = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 100 },
    email: { type: 'string', format: 'email' },
    kind: { type: 'string', enum: ['company', 'private'] },
  },
}
const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const answer = { '200': { description: 'It', ...json('Customer') }, '400': { description: 'Refused' } }

const document = () =>
  structuredClone({
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: {
      '/customers': {
        post: { operationId: 'createCustomer', summary: 'Make', requestBody: json('CustomerWrite'), responses: answer },
        get: {
          operationId: 'getCustomer',
          parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
          responses: answer,
        },
      },
    },
    webhooks: { 'customer.changed': {} },
    components: { schemas: { Customer, CustomerWrite }, parameters: {} },
  })

// biome-ignore lint/suspicious/noExplicitAny: a document that is spoiled in many ways
type Spoiled = any

const MAKE = 'POST /customers'
const READ = 'GET /customers'

test.each<[string, string, (one: Spoiled) => void]>([
  ['nothing', '', () => {}],
  ['words', '', ({ paths }) => Object.assign(paths['/customers'].get, { description: 'Other' })],
  [
    'a new operation',
    '',
    ({ paths }) => Object.assign(paths, { '/items': { get: { operationId: 'x', responses: answer } } }),
  ],
  [
    'more in answers',
    '',
    ({ components }) => Object.assign(components.schemas.Customer.properties, { note: { type: 'string' } }),
  ],
  ['another word in answers', '', ({ components }) => components.schemas.Customer.properties.state.enum.push('new')],
  [
    'an optional property',
    '',
    ({ components }) => Object.assign(components.schemas.CustomerWrite.properties, { note: { type: 'string' } }),
  ],
  [
    'a new refusal',
    '',
    ({ paths }) => Object.assign(paths['/customers'].get.responses, { 409: { description: 'No' } }),
  ],
  ['an event less', 'customer.changed', ({ webhooks }) => delete webhooks['customer.changed']],
  ['an operation less', READ, ({ paths }) => delete paths['/customers'].get],
  ['another name', READ, ({ paths }) => Object.assign(paths['/customers'].get, { operationId: 'readCustomer' })],
  ['less in answers', `${MAKE} ${READ}`, ({ components }) => delete components.schemas.Customer.properties.name],
  [
    'a shorter text',
    MAKE,
    ({ components }) => Object.assign(components.schemas.CustomerWrite.properties.name, { maxLength: 50 }),
  ],
  ['a word less', MAKE, ({ components }) => components.schemas.CustomerWrite.properties.kind.enum.pop()],
  ['a property that is needed', MAKE, ({ components }) => components.schemas.CustomerWrite.required.push('email')],
  [
    'a parameter that is needed',
    READ,
    ({ paths }) =>
      paths['/customers'].get.parameters.push({ name: 'p', in: 'query', required: true, schema: { type: 'string' } }),
  ],
  [
    'another type',
    MAKE,
    ({ components }) => Object.assign(components.schemas.CustomerWrite.properties.name, { type: 'number' }),
  ],
])('%s', (_, expected, change) => {
  const after = document()
  change(after)
  const breaks = breaksBetween(compactOf(document()), compactOf(after))
  expect([...breaks.keys()].toSorted().join(' ')).toBe(
    expected
      .split(/ (?=GET|POST)/)
      .toSorted()
      .join(' '),
  )
})

test('a break is declared by a line with its day, and only until the next release', () => {
  const page = [
    '# Changes\n\n## Not released yet\n',
    '- 2026-12-01 `GET /customers`: answers have no name any more.',
    '- soon `POST /customers`: name is at most 50 letters.',
    '- 2026-13-40 `PUT /customers`: name is at most 50 letters.',
    '\n## 2026-11-30\n',
    '- 2026-11-20 `DELETE /customers`: ended customers stay.',
  ]
  expect([...declaredIn(page.join('\n'))]).toEqual(['GET /customers'])
})
