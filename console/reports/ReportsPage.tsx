// The choice of a report, with the period on top that they all take over.
import { CompanyLink, PeriodBar, usePeriod } from '#console/figures'
import { FailureMessage, Page, PageSkeleton } from '#ui'
import { useLanguage, useWords } from '#words'
import { type ReportName, titles } from './titles.ts'
import { words } from './words.ts'

export { ReportsPage as Page }

const ReportsPage = () => {
  const texts = useWords(words)
  const language = useLanguage()
  const { span, years, go, error } = usePeriod()
  return (
    <Page title={texts.reports} lead={texts.lead}>
      {error ? <FailureMessage error={error} /> : !years ? <PageSkeleton lines={1} /> : null}
      {span && years && <PeriodBar span={span} years={years} onChange={go} />}
      <ul className="report-choice">
        {(Object.keys(titles) as ReportName[]).map((name) => (
          <li key={name}>
            <CompanyLink to={`/reports/${name}`} search={{ ...span }}>
              <strong>{titles[name][language]}</strong>
              <span className="soft">{texts.leads[name]}</span>
            </CompanyLink>
          </li>
        ))}
        <li>
          <CompanyLink to="/reports/budget">
            <strong>{texts.budgetTitle}</strong>
            <span className="soft">{texts.budgetLead}</span>
          </CompanyLink>
        </li>
      </ul>
    </Page>
  )
}
