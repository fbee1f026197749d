// The annual report of a year, step by step: its text, the final version, signing and adoption, files and filing.

import { useState } from 'react'
import { queries, useCompany, useRefresh } from '#client'
import { FileAct } from '#console/figures'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { ActionButton, Dialog, momentText, PageSkeleton, ResilientContent, Tag } from '#ui'
import { useWords } from '#words'
import { Filing } from './Filing.tsx'
import { ReportText } from './ReportText.tsx'
import { REPORT, type Report } from './report.ts'
import { Signing } from './Signing.tsx'
import { words } from './words.ts'

export const AnnualReport = ({ fiscalYearId }: { fiscalYearId: string }) => {
  const { id: companyId } = useCompany()
  const found = queries.useQuery('get', REPORT, { params: { path: { companyId, fiscalYearId } } })
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={8} />}>
      {(report) => (
        <>
          <State report={report} />
          <ReportText key={fiscalYearId} report={report} />
          {report.state !== 'draft' && <Signing report={report} />}
          {report.state !== 'draft' && <Filing report={report} />}
        </>
      )}
    </ResilientContent>
  )
}

const tones = { draft: 'plain', final: 'good', filed: 'good' } as const

/** How far the report is, what it lacks, its files, and the next step. */
const State = ({ report }: { report: Report }) => {
  const texts = useWords(words)
  const { may } = useCompany()
  const { state, final, checks, fiscalYear } = report
  const path = `/fiscal-years/${fiscalYear.id}/annual-report`
  const stops = checks.some(({ severity }) => severity === 'stops')
  return (
    <section className="year-end-part">
      <h2>{texts.report}</h2>
      <p>
        <Tag tone={tones[state]}>{texts.states[state]}</Tag>{' '}
        {final && (
          <span className="soft">
            {texts.version} {final.number}, {momentText(final.madeDateTime)} {texts.by} {final.madeBy}
          </span>
        )}
      </p>
      {checks.length > 0 && (
        <ul className="bullets missing">
          {checks.map(({ key, severity, name }) => (
            <li key={key}>
              {name} <span className="soft">{texts.severities[severity]}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="page-actions">
        <FileAct label={texts.pdf} keys="a p" path={`${path}/pdf`} />
        {state !== 'draft' && <FileAct label={texts.ixbrl} keys="a i" path={`${path}/ixbrl`} />}
        {may('fiscal-years:manage') && state === 'draft' && <Finalize report={report} isDisabled={stops} />}
        {may('fiscal-years:manage') && state === 'final' && <Withdraw report={report} />}
      </div>
      {report.withdrawals.map(({ number, reason, withdrawnDateTime, withdrawnBy }) => (
        <p key={number} className="soft">
          {texts.withdrawn(number)} {momentText(withdrawnDateTime)} {texts.by} {withdrawnBy}: {reason}
        </p>
      ))}
    </section>
  )
}

const Finalize = ({ report, isDisabled }: { report: Report; isDisabled: boolean }) => {
  const texts = useWords(words)
  const refresh = useRefresh()
  const { id: companyId } = useCompany()
  const { isBusy, run } = useDo()
  const path = { companyId, fiscalYearId: report.fiscalYear.id }
  const finalize = async () => {
    await send('POST', `${REPORT}/finalization`, { path })
    await refresh('fiscal-years')
  }
  return (
    <ConfirmButton
      label={texts.finalize}
      keys="b"
      variant="filled"
      isBusy={isBusy}
      isDisabled={isDisabled}
      onSure={() => run(finalize)}
    >
      <p>{texts.finalizeLead}</p>
    </ConfirmButton>
  )
}

const Withdraw = ({ report }: { report: Report }) => {
  const texts = useWords(words)
  const refresh = useRefresh()
  const { id: companyId } = useCompany()
  const [isOpen, setIsOpen] = useState(false)
  const path = { companyId, fiscalYearId: report.fiscalYear.id }
  return (
    <>
      <ActionButton variant="default" keys="o" onClick={() => setIsOpen(true)}>
        {texts.withdraw}
      </ActionButton>
      <Dialog title={texts.withdraw} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p>{texts.withdrawLead}</p>
        <Form
          name={`annual-report/${report.fiscalYear.id}/withdrawal`}
          fields={[{ name: 'reason', label: texts.reason, isRequired: true }]}
          action={texts.withdraw}
          onCancel={() => setIsOpen(false)}
          onSend={async (body) => {
            await send('POST', `${REPORT}/withdrawal`, { path, body })
            setIsOpen(false)
            await refresh('fiscal-years')
          }}
        />
      </Dialog>
    </>
  )
}
