// The endpoint of what changes next in the law, and what of a company it touches.
import { DateOnly, named, nullable, object, type Row, row, Type } from '#http'
import { certainties } from '#rule/law'
import { readLawChanges } from './law-changes.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const LawChanges = named(
  'LawChanges',
  object({
    today: DateOnly,
    changes: Type.Array(
      object({
        key: Type.String({ examples: ['vat.food'] }),
        name: Type.String({ examples: ['Moms på livsmedel'] }),
        unit: Type.String({ examples: ['percent'], description: 'percent, percentagePoints, kronor, days or years' }),
        from: { ...DateOnly, description: 'The first day of the new value' },
        before: nullable(Type.Number({ examples: [6], description: 'In the unit' })),
        value: Type.Number({ examples: [12], description: 'In the unit' }),
        source: Type.String({ examples: ['SFS 2026:119'] }),
        certainty: Type.Enum([...certainties]),
        touches: object({
          items: count('Items of the kind, whose rate follows'),
          recurringInvoices: count('Recurring invoices with a line of the kind'),
          entryTemplates: count('Entry templates with a line of the kind'),
          matchingRules: count('Matching rules of the kind'),
          ownRates: count('What looks like the kind and has a rate of its own, which follows nothing (VAT changes)'),
          ossAccounts: count('Accounts of the union scheme with the rate of the country, which people change'),
        }),
      }),
      { description: 'What is known to change, the earliest first' },
    ),
    chart: object({
      year: Type.Integer({ examples: [2026] }),
      adds: count('Usual accounts of the BAS plan that the chart lacks'),
      renames: count('Accounts whose name or fields differ from the plan'),
      retires: count('Accounts that the plan no longer has'),
    }),
  }),
)

export const lawChangeRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/law-changes',
    operationId: 'readLawChanges',
    tag: 'Company',
    summary: 'Read what changes next in the law, and what it touches',
    description:
      "Rates, amounts and shares that are known to change after today, with their sources, and the number of the company's items, recurring invoices, entry templates, matching rules and accounts that each touches; and what this year's BAS plan changes in the chart. VAT changes and the update of the chart have them one by one.",
    scope: 'items:read',
    answer: { json: LawChanges },
    refusals: [],
    run: (call, { language }) => readLawChanges(call, language),
  }),
]
