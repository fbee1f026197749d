// The endpoints of the filing deadlines of a fiscal year.
import { DateOnly, DateTime, Id, named, nullable, object, type Row, row, Type } from '#http'
import { getFiscalYear, ledgerContribution } from '#ledger'
import { momentText } from '#platform/day'
import { deadlinesOfYear, markDeadline, type YearDeadline, yearDeadlineKinds } from './deadlines.ts'
import { yearEndRefusals as refusals } from './refusals.ts'

const path = '/companies/{companyId}/fiscal-years/{fiscalYearId}/deadlines'
const tag = 'Year-end'

const Deadlines = named(
  'YearDeadlines',
  object({
    items: Type.Array(
      object({
        kind: Type.Enum([...yearDeadlineKinds]),
        fiscalYearRef: object({ id: Id }),
        dueDate: { ...DateOnly, description: 'The last day on which it may come in' },
        isDone: Type.Boolean(),
        doneDateTime: nullable(DateTime),
        doneBy: nullable(Type.String({ examples: ['Anna Ek'] })),
      }),
    ),
  }),
)

const shown = (deadlines: readonly YearDeadline[]) => ({
  items: deadlines.map(({ kind, fiscalYearId: id, dueDate, done }) => ({
    kind,
    fiscalYearRef: { id },
    dueDate,
    isDone: done !== null,
    doneDateTime: done && momentText(done.at),
    doneBy: done?.by ?? null,
  })),
})

export const deadlineRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    tag,
    operationId: 'getYearDeadlines',
    summary: 'Read what has to be handed in of a fiscal year',
    description:
      'The income tax return and the annual report, as far as the form of the company has them, with the last day of each and whether it is noted as handed in. Empty while the year has not ended.',
    scope: 'reports:read',
    answer: { json: Deadlines },
    snapshot: true,
    refusals: [ledgerContribution.refusals.fiscalYearNotFound],
    run: async (call, { params }) => {
      const { id } = await getFiscalYear(call, params.fiscalYearId ?? '')
      return shown(await deadlinesOfYear(call, { id }))
    },
  }),
  row({
    method: 'POST',
    path: `${path}/{kind}`,
    tag,
    operationId: 'markYearDeadline',
    summary: 'Note that a return or report was handed in',
    description:
      'It is then no longer among the deadlines of the key figures, nor in the queue. `isDone` of false takes it back. Nothing is sent by it: whether an authority has it, the service does not know.',
    by: 'people',
    scope: 'fiscal-years:manage',
    body: object({ isDone: Type.Boolean() }),
    answer: { json: Deadlines },
    events: ['fiscal-year.handed-in', 'fiscal-year.handing-in-withdrawn'],
    refusals: [ledgerContribution.refusals.fiscalYearNotFound, refusals.noDeadline],
    example: { body: { isDone: true } },
    run: async (call, { params: { fiscalYearId: id = '', kind = '' }, body: { isDone } }) =>
      shown(await markDeadline(call, { id, kind, isDone })),
  }),
]
