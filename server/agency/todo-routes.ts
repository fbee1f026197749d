// The endpoints of to-dos, and of links into the console.
import { Answered, agencyRow, DateOnly, Id, named, nullable, object, type Row, Type } from '#http'
import { makeLink } from './navigation.ts'
import { agencyRefusals as refusals } from './refusals.ts'
import { todoKinds } from './todo.rules.ts'
import { todosInCompany, todosOfUser } from './todo.ts'

const Todo = named(
  'Todo',
  object({
    resourceType: Type.Enum(['none', 'vat', 'supplierInvoice', 'invoice', 'payment', 'receipt', 'expense']),
    actionType: Type.Enum(['none', 'toApprove', 'toRecord', 'toPay', 'toSchedulePay', 'getPaid']),
    title: Type.String({ examples: ['Betala 1 250,00 kr till Papper AB (faktura 4711)'] }),
    totalAmount: nullable(Type.Number({ description: 'In the currency of the document that it is about' })),
    date: DateOnly,
  }),
)

const company = '/agencies/{agencyId}/companies/{companyId}'
const languages =
  'In the language of `Accept-Language`, `sv` or `en`, with quality values and region tags; Swedish when neither is asked for. `Content-Language` says which was used.'

/** The response depends on the language, so caches must distinguish it. */
const inLanguage = (language: string) => ({ headers: { 'content-language': language, vary: 'accept-language' } })

export const todoRows: readonly Row[] = [
  agencyRow({
    method: 'GET',
    path: `${company}/users/{userId}/todos`,
    operationId: 'listCompanyTodos',
    tag: 'To-dos',
    summary: "List a user's to-dos in a client company",
    description: `Worked out from the books, oldest first, at most 100. The user is a member of the company. ${languages}`,
    scope: 'agency-todos:read',
    answer: { json: Type.Array(Todo) },
    refusals: [refusals.clientNotFound, refusals.userNotFound, refusals.notMember],
    run: async (call, { params, language }) => {
      const asked = { companyId: params.companyId ?? '', userId: params.userId ?? '', language }
      return new Answered(await todosInCompany(call, asked), inLanguage(language))
    },
  }),
  agencyRow({
    method: 'GET',
    path: '/agencies/{agencyId}/users/{userId}/todos',
    operationId: 'listUserTodos',
    tag: 'To-dos',
    summary: "List a user's to-dos",
    description: `From at most five client companies that the user is a member of, by name; at most 100, oldest first. ${languages}`,
    scope: 'agency-todos:read',
    answer: { json: Type.Array(Todo) },
    refusals: [refusals.userNotFound],
    run: async (call, { params, language }) =>
      new Answered(await todosOfUser(call, { userId: params.userId ?? '', language }), inLanguage(language)),
  }),
  agencyRow({
    method: 'GET',
    path: `${company}/navigation`,
    operationId: 'getNavigation',
    tag: 'To-dos',
    summary: 'Make a link into the console',
    description: `For the browser of a member of the company, who logs in as usual; it is not an address to fetch. It works once, within ten minutes. \`todoType\` opens that list: ${Object.keys(todoKinds).join(', ')}; anything else the start page.`,
    by: 'integrations',
    scope: 'agency-companies:read',
    orScope: 'agency-company-navigation:write',
    query: object({
      userId: Id,
      todoType: Type.Optional(Type.String({ maxLength: 100, examples: ['supplierInvoice.unpaid'] })),
    }),
    answer: { json: object({ url: Type.String() }) },
    refusals: [refusals.clientNotFound, refusals.noMember],
    run: (call, { params, query }) => makeLink(call, params.companyId ?? '', query),
  }),
]
