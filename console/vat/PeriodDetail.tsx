// One period of VAT: its boxes, each of which opens, and what can be done with it.
import { Button, CloseButton } from '@mantine/core'
import { queries, type Schema, useCompany } from '#client'
import { CompanyLink, Downloads, type Span, spanText, useDownload } from '#console/figures'
import { bound, Facts, FailureMessage, Money, momentText, oreOf, PageSkeleton, Tag } from '#ui'
import { useLanguage, useWords } from '#words'
import { Boxes } from './Boxes.tsx'
import { Differences } from './Differences.tsx'
import { Filing } from './Filing.tsx'
import { marginWords } from './margin-words.ts'
import { isAsked } from './periods.rules.ts'
import { words } from './words.ts'

type Return = Schema<'VatReturn'>

/** Returns of one period: the first and its corrections. */
const MOST_RETURNS = 100

export const PeriodDetail = ({ period, onClose }: { period: Schema<'VatPeriod'>; onClose: () => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const span: Span = { from: period.startDate, to: period.endDate }
  const report = queries.useQuery('get', '/companies/{companyId}/reports/vat-report', {
    params: { path: { companyId }, query: { ...span, level: 'line' } },
  })
  const differences = queries.useQuery('get', '/companies/{companyId}/reports/vat-report/differences', {
    params: { path: { companyId }, query: span },
  })
  const returns = queries.useQuery('get', '/companies/{companyId}/vat-returns', {
    params: {
      path: { companyId },
      query: {
        query: `startDate==${period.startDate}&&endDate==${period.endDate}`,
        pageSize: MOST_RETURNS,
      },
    },
  })
  const all: readonly Return[] = returns.data?.items ?? []
  const valid = all.find(({ correctedByRef }) => correctedByRef === null)
  const error = report.error ?? differences.error ?? returns.error
  return (
    <>
      <div className="detail-head">
        <h2>
          {texts.vat} {spanText(span, language)}
        </h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      {error && <FailureMessage error={error} />}
      {(!report.data || !returns.data) && !error && <PageSkeleton />}
      {report.data && returns.data && (
        <>
          <Standing period={period} valid={valid} rows={report.data.rows} />
          {valid && isOther(valid, report.data.rows) && <p className="is-wrong">{texts.nowBooked}</p>}
          <MarginNotice period={period} />
          <Differences items={differences.data?.items ?? []} />
          <Actions period={period} valid={valid} />
          <Boxes rows={report.data.rows} span={span} />
          <Earlier returns={all.filter((one) => one !== valid)} />
        </>
      )}
    </>
  )
}

/** The margin scheme comes first: the boxes are not right before the margin is worked out. */
const MarginNotice = ({ period: { startDate, endDate } }: { period: Schema<'VatPeriod'> }) => {
  const texts = useWords(marginWords)
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/margin-preview', {
    params: { path: { companyId }, query: { startDate, endDate } },
  })
  if (!data?.isDue) return null
  return (
    <p className="is-wrong">
      {texts.isDue}{' '}
      <CompanyLink to="/margin" search={{ period: startDate }}>
        {texts.open}
      </CompanyLink>
    </p>
  )
}

type Rows = Schema<'VatBoxes'>['rows']

/** The box of what is to pay, or to get back. */
const PAYABLE_BOX = '49'

type StandingGiven = { period: Schema<'VatPeriod'>; valid: Return | undefined; rows: Rows }

/** What it comes to and when it is due; and of a return that is made, when and how. */
const Standing = ({ period, valid, rows }: StandingGiven) => {
  const texts = useWords(words)
  const booked = rows.find(({ key }) => key === PAYABLE_BOX)?.values[0]?.reported ?? null
  const sum = valid && !valid.reportedElsewhere ? valid.payable : booked
  return (
    <Facts
      facts={
        [
          sum !== null && [
            sum < 0 ? texts.toGet : texts.toPay,
            <strong key="sum" className="vat-sum">
              <Money kronor={Math.abs(sum)} decimals={0} />
            </strong>,
          ],
          isAsked(period) && [texts.due, period.dueDate],
          valid && [texts.when, `${momentText(valid.reportedDateTime)}, ${valid.reportedBy}`],
          valid?.entry?.journalEntryRef && [
            texts.booked,
            <CompanyLink key="entry" to="/journal" search={{ open: valid.entry.journalEntryRef.id }}>
              {valid.entry.journalEntryNumber}
            </CompanyLink>,
          ],
          valid?.reportedElsewhere && [texts.state, texts.outside],
        ].map((fact) => fact || null) as never
      }
    />
  )
}

/** Whether a box of the books is no longer what was reported. */
const isOther = (valid: Return, rows: Rows): boolean =>
  !valid.reportedElsewhere &&
  valid.boxes.some(({ box, amount }) => {
    const now = rows.find(({ key }) => key === box)?.values[0]?.amount
    return now !== undefined && oreOf(now) !== oreOf(amount)
  })

const Actions = ({ period, valid }: { period: Schema<'VatPeriod'>; valid: Return | undefined }) => {
  const texts = useWords(words)
  const { may } = useCompany()
  const addressOf = useDownload()
  const span = { from: period.startDate, to: period.endDate }
  return (
    <>
      {may('reports:write') && period.status !== 'ongoing' && <Filing span={span} corrects={valid?.id ?? null} />}
      <div className="page-actions">
        {valid?.id && !valid.reportedElsewhere && (
          <Button
            component="a"
            size="sm"
            variant="default"
            download
            href={addressOf(`/vat-returns/${valid.id}/file`)}
            {...bound('d f')}
          >
            {texts.file}
          </Button>
        )}
        <Downloads path="/reports/vat-report" search={span} />
        <span className="vat-link">
          <CompanyLink to="/reports/eu-sales-list" search={span}>
            {texts.euList}
          </CompanyLink>
        </span>
      </div>
    </>
  )
}

const Earlier = ({ returns }: { returns: readonly Return[] }) => {
  const texts = useWords(words)
  if (returns.length === 0) return null
  return (
    <>
      <h3>{texts.earlier}</h3>
      <ul className="plain-list">
        {returns.map(({ id, reportedDateTime, reportedBy, payable, entry }) => (
          <li key={id}>
            {momentText(reportedDateTime)}, {reportedBy}: <Money kronor={payable} decimals={0} />{' '}
            {entry?.journalEntryRef && (
              <CompanyLink to="/journal" search={{ open: entry.journalEntryRef.id }}>
                {entry.journalEntryNumber}
              </CompanyLink>
            )}{' '}
            <Tag>{texts.corrected}</Tag>
          </li>
        ))}
      </ul>
    </>
  )
}
