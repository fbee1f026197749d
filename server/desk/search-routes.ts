// The endpoint of the search.
import { Amount, DateOnly, named, object, type Row, row, Type } from '#http'
import { foundKinds, MAX_WORDS, MOST_FOUND, searchCompany, USUALLY_FOUND } from './search.ts'

const kinds = Object.keys(foundKinds) as (keyof typeof foundKinds)[]

const Found = named(
  'Found',
  object({
    kind: Type.Enum(kinds),
    id: Type.String({ description: 'Of an account its number', examples: ['019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'] }),
    title: Type.String({ description: 'A name, a description or a title', examples: ['Kund AB'] }),
    number: Type.Optional(Type.String({ examples: ['1024'] })),
    date: Type.Optional(DateOnly),
    amount: Type.Optional({ ...Amount, description: 'In the currency of the document' }),
    currency: Type.Optional(Type.String({ examples: ['SEK'] })),
  }),
)

export const searchRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/search',
    operationId: 'searchCompany',
    tag: 'Search',
    summary: 'Search everything of a company',
    description:
      'By a few letters or digits, with the best of each kind first: customers and suppliers by name or number, invoices and credit notes by number, payment reference (OCR), amount or customer, supplier invoices by number, amount or supplier, items, accounts, journal entries by number, title or amount of an item, and entry templates by name. Words inside of a text, and amounts, are found among the newest 2,000 of a kind. Kinds that the caller may not read are left out.',
    scope: 'company-information:read',
    query: object({
      q: Type.String({ minLength: 1, maxLength: MAX_WORDS, examples: ['1930'], description: 'What is looked for' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_FOUND, default: USUALLY_FOUND, description: 'Most of each kind' }),
      ),
    }),
    answer: { json: named('SearchResult', object({ items: Type.Array(Found) })) },
    refusals: [],
    example: { query: { q: '1930' } },
    run: async (call, { query }) => ({ items: await searchCompany(call, query) }),
  }),
]
