// The page frame of a report: name, period, options, and files.
import type { ReactNode } from 'react'
import { CompanyLink, Downloads, figureWords, PeriodBar, type Span, usePeriod } from '#console/figures'
import { Empty, FailureMessage, Page, PageSkeleton } from '#ui'
import { useLanguage, useWords } from '#words'
import { ChoiceBar } from './ChoiceBar.tsx'
import { type ReportName, titles } from './titles.ts'
import { type ChoiceName, type Choices, useChoices } from './use-choices.ts'
import { words } from './words.ts'

export const useTitle = (name: ReportName): string => titles[name][useLanguage()]

export const ReportFrame = ({
  name,
  taken,
  actions,
  children,
}: {
  /** As in its address: `income-statement`. */
  name: ReportName
  taken: readonly ChoiceName[]
  actions?: (span: Span) => ReactNode
  children: (asked: Span & Choices) => ReactNode
}) => {
  const texts = useWords(words)
  const figures = useWords(figureWords)
  const title = useTitle(name)
  const choices = useChoices(taken)
  const { span, years, go, error } = usePeriod()
  const asked = span && { ...span, ...choices }
  return (
    <Page
      title={title}
      actions={
        asked && (
          <>
            {actions?.(asked)}
            <Downloads path={`/reports/${name}`} search={asked} />
          </>
        )
      }
    >
      <p className="crumb">
        <CompanyLink to="/reports" search={{ ...span }}>
          {texts.reports}
        </CompanyLink>
      </p>
      {error ? (
        <FailureMessage error={error} />
      ) : !years ? (
        <PageSkeleton />
      ) : !span ? (
        <Empty>{figures.noYear}</Empty>
      ) : null}
      {span && years && <PeriodBar span={span} years={years} onChange={go} />}
      {taken.length > 0 && <ChoiceBar taken={taken} hasBudget={name === 'income-statement'} />}
      {asked && children(asked)}
    </Page>
  )
}
