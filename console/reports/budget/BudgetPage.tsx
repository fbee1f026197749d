// The budget of a fiscal year: a table of accounts and months, filled from the year before, from a spreadsheet, or by
// hand.
import { useState } from 'react'
import { isRefused, type Schema, useCompany, useRefresh, useTyped, useVersioned } from '#client'
import { useAccounts } from '#console/accounts'
import { CompanyLink, type Year, YearPage } from '#console/figures'
import { send } from '#console/form'
import { ActionButton, Empty, FailureMessage, KeptNote, ResilientContent, TypedNotes, useAnnounce } from '#ui'
import { useLanguage, useWords } from '#words'
import { BudgetTable, monthText } from './BudgetTable.tsx'
import { bodyOf, type Plan, planOf } from './budget.rules.ts'
import { Paste } from './Paste.tsx'
import { Proposal } from './Proposal.tsx'
import { words } from './words.ts'

type Budget = Schema<'Budget'>

export const BUDGET = '/companies/{companyId}/fiscal-years/{fiscalYearId}/budget'

export const Page = () => {
  const texts = useWords(words)
  return (
    <YearPage
      title={texts.budget}
      lead={texts.lead}
      first="current"
      actions={(year) => (
        <CompanyLink
          to="/reports/income-statement"
          search={{ from: year.startDate, to: year.endDate, compare: 'budget' }}
        >
          {texts.compare}
        </CompanyLink>
      )}
    >
      {(year, before) => <OfYear key={year.id} year={year} hasBefore={before !== null} />}
    </YearPage>
  )
}

const OfYear = ({ year, hasBefore }: { year: Year; hasBefore: boolean }) => {
  const { id: companyId } = useCompany()
  const path = { companyId, fiscalYearId: year.id }
  const found = useVersioned<Budget>(BUDGET, { path })
  return (
    <ResilientContent of={found}>
      {(budget) => <Editor budget={budget} etag={found.etag} path={path} hasBefore={hasBefore} />}
    </ResilientContent>
  )
}

type Form = { plan: Plan }

const Editor = ({
  budget,
  etag,
  path,
  hasBefore,
}: {
  budget: Budget
  etag: string | null
  path: { companyId: string; fiscalYearId: string }
  hasBefore: boolean
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  const say = useAnnounce()
  const refresh = useRefresh()
  const { may } = useCompany()
  const { nameOf } = useAccounts()
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setIsSaving] = useState(false)
  const typed = useTyped<Form>(`budget/${path.fiscalYearId}`, () => ({ plan: planOf(budget) }), { etag })
  const { months } = budget
  const { plan } = typed.form
  const mayWrite = may('fiscal-years:write')
  const put = (changed: Plan) => {
    setError(null)
    typed.put({ plan: changed })
  }
  const add = (more: Plan) => put({ ...typed.latest().plan, ...more })
  const save = async () => {
    const sent = typed.latest()
    setIsSaving(true)
    setError(null)
    try {
      const headers = typed.etag ? { 'If-Match': typed.etag } : {}
      await send('PUT', BUDGET, { path, body: bodyOf(sent.plan, months), headers })
      typed.drop(sent)
      say(texts.saved)
      await refresh('fiscal-years')
    } catch (thrown) {
      if (isRefused(thrown) && thrown.isChanged) await refresh('fiscal-years')
      setError(thrown)
    } finally {
      setIsSaving(false)
    }
  }
  const names = Object.fromEntries(
    Object.keys(plan).flatMap((account) =>
      months.map((month) => [`plan.${account}.${month}`, texts.of(account, monthText(month, language))]),
    ),
  )
  const trouble = typed.trouble(error)
  return (
    <>
      {!mayWrite && <p className="soft">{texts.readOnly}</p>}
      {mayWrite && (
        <>
          <KeptNote isTyped={typed.isTyped} onForget={typed.startOver} />
          <TypedNotes typed={typed} names={names} />
          <div className="page-actions">
            {hasBefore && <Proposal path={path} onTaken={add} />}
            <Paste months={months} onRead={add} />
          </div>
        </>
      )}
      {Object.keys(plan).length === 0 && <Empty>{texts.none}</Empty>}
      <BudgetTable plan={plan} months={months} nameOf={nameOf} onChange={mayWrite ? put : null} />
      {trouble ? <FailureMessage error={trouble} /> : null}
      {mayWrite && (
        <div className="page-actions">
          <ActionButton keys="Mod+Enter" loading={isSaving} onClick={() => void save()}>
            {texts.save}
          </ActionButton>
        </div>
      )}
    </>
  )
}
