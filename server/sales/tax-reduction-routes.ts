// The endpoints of tax reductions.

import { DateOnly, object, type Row, row, Type } from '#http'
import { taxReductionRefusals as refusals } from '#tax-reduction'
import { exportTaxReductions } from './tax-reduction-request.ts'

/** Maximum number of parts that a file may be asked for in. */
const MAX_PARTS = 1000

export const taxReductionRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/invoices/tax-reductions/export',
    operationId: 'exportTaxReductions',
    tag: 'Invoices',
    summary: "Download the tax authority's request file",
    description:
      'The request for payment of the tax reductions (rot or rut) that are readyToSubmit: those whose customer paid between `from` and `to`. It is the XML file that the e-service of Skatteverket reads (schema Begaran 6.0): a case for each person, in whole kronor, with personal numbers in clear. A file has one type, one year and at most 100 cases; when there are more, ask for each `part`. Downloading changes nothing: mark what you sent as submitted afterwards.',
    scope: 'invoices:read',
    query: object({
      type: Type.Optional(
        Type.Enum(['rot', 'rut'], {
          examples: ['rut'],
          description: 'May be left out when only one of them is waiting',
        }),
      ),
      from: Type.Optional({ ...DateOnly, description: 'The first day of payment; 1 January if left out' }),
      to: Type.Optional({ ...DateOnly, description: 'The last day of payment; 31 December if left out' }),
      part: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PARTS, description: 'Which hundred cases, from 1' })),
    }),
    answer: { file: 'application/xml' },
    refusals: [refusals.nothingToSubmit, refusals.tooManyCases, refusals.unreadableNumbers],
    snapshot: true,
    run: (call, { query }) => exportTaxReductions(call, query),
  }),
]
