// The text of an annual report as a form: what another person saves meanwhile is merged, and shown where both wrote.
import { isRefused, type Schema, useCompany, useRefresh, useVersioned } from '#client'
import { type FieldRow, Form, send, type Values } from '#console/form'
import { ResilientContent, useAnnounce } from '#ui'
import { useWords } from '#words'
import { linesOf, signatoriesIn } from './people.rules.ts'
import { REPORT, type Report } from './report.ts'
import { words } from './words.ts'

type Text = Schema<'AnnualReportText'>

export const ReportText = ({ report }: { report: Report }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId, may } = useCompany()
  const path = { companyId, fiscalYearId: report.fiscalYear.id }
  const found = useVersioned<Text>(`${REPORT}/text`, { path })
  const { etag } = found
  if (report.state !== 'draft' || !may('fiscal-years:manage')) return null
  const save = async (read: Text, changes: Values) => {
    const { people, ...changed } = changes as Values & { people?: string | null }
    const body = {
      ...read,
      ...changed,
      ...(changed.pledgedAssets ? { pledgedAssets: { ...read.pledgedAssets, ...changed.pledgedAssets } } : {}),
      ...(people === undefined ? {} : { signatories: signatoriesIn(people ?? '') }),
    }
    try {
      await send('PUT', `${REPORT}/text`, { path, body, headers: etag ? { 'If-Match': etag } : {} })
    } catch (thrown) {
      // The text of the other person is read, and both are shown.
      if (isRefused(thrown) && thrown.isChanged) await refresh('fiscal-years')
      throw thrown
    }
    say(texts.saved)
    await refresh('fiscal-years')
  }
  return (
    <section className="year-end-part">
      <h2>{texts.text}</h2>
      <p className="soft">{texts.textLead}</p>
      <ResilientContent of={found}>
        {(read) => (
          <Form
            name={`annual-report/${report.fiscalYear.id}/text`}
            fields={fieldsOf(texts, report)}
            read={{ ...read, people: linesOf(read.signatories ?? []) }}
            onSend={(changes) => save(read, changes)}
          />
        )}
      </ResilientContent>
    </section>
  )
}

const long = (name: string, label: string, hint?: string): FieldRow => ({
  name,
  label,
  kind: 'long',
  ...(hint ? { hint } : {}),
})
const number = (name: string, label: string, hint?: string): FieldRow => ({
  name,
  label,
  kind: 'number',
  ...(hint ? { hint } : {}),
})

const fieldsOf = (texts: (typeof words)['sv'], { proposed }: Report): FieldRow[] => [
  { name: 'seat', label: texts.seat, hint: texts.seatHint },
  long('business', texts.business, texts.businessHint),
  long('events', texts.events),
  long('overviewComment', texts.overviewComment),
  long('equityComment', texts.equityComment),
  number('dividendPaid', texts.dividendPaid, texts.dividendPaidHint),
  number('proposedDividend', texts.proposedDividend, texts.kronor),
  long('boardStatement', texts.boardStatement, texts.boardStatementHint),
  long('appropriationComment', texts.appropriationComment),
  long('principles', texts.principles, proposed.principles),
  long('servicesMethod', texts.servicesMethod),
  number('averageEmployees', texts.averageEmployees),
  number('averageEmployeesBefore', texts.averageEmployeesBefore, texts.beforeHint),
  number('longDebtsAfterFiveYears', texts.longDebts, texts.kronor),
  number('pledgedAssets.businessMortgages', texts.pledged.businessMortgages, texts.kronor),
  number('pledgedAssets.propertyMortgages', texts.pledged.propertyMortgages, texts.kronor),
  number('pledgedAssets.retentionOfTitle', texts.pledged.retentionOfTitle, texts.kronor),
  number('pledgedAssets.pledgedReceivables', texts.pledged.pledgedReceivables, texts.kronor),
  number('pledgedAssets.other', texts.pledged.other, texts.kronor),
  number('contingentLiabilities', texts.contingent, texts.kronor),
  long('contingentComment', texts.contingentComment),
  long('exceptional', texts.exceptional),
  long('loansToManagement', texts.loansToManagement),
  long('eventsAfter', texts.eventsAfter),
  long('other', texts.other),
  long('people', texts.people, texts.peopleHint),
]
