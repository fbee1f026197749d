// The page frame of a report for a day, such as unpaid invoices.
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { CompanyLink, Downloads } from '#console/figures'
import { addMonths, bound, DayInput, firstOfMonth, lastOfMonth, Page, today, useUrl } from '#ui'
import { useWords } from '#words'
import { ChoiceBar } from './ChoiceBar.tsx'
import { useTitle } from './ReportFrame.tsx'
import type { ReportName } from './titles.ts'
import { type ChoiceName, useChoices } from './use-choices.ts'
import { words } from './words.ts'

const taken: readonly ChoiceName[] = ['knownAt']

export type AskedDay = {
  on: string
  knownAt?: string
  /** One party alone. */
  customerId?: string
  supplierId?: string
  /** What happened to each item, too. */
  details?: 'true'
}

export const DayFrame = ({
  name,
  party,
  hasDetails = false,
  children,
}: {
  name: ReportName
  /** Whom the report is of. */
  party: 'customerId' | 'supplierId'
  /** It can tell what happened to each item. */
  hasDetails?: boolean
  children: (asked: AskedDay) => ReactNode
}) => {
  const texts = useWords(words)
  const [url, set] = useUrl()
  const { knownAt } = useChoices(taken)
  const asked: AskedDay = {
    on: url.on ?? today(),
    ...(knownAt ? { knownAt } : {}),
    ...(url[party] ? { [party]: url[party] } : {}),
    ...(hasDetails && url.details ? { details: 'true' } : {}),
  }
  const month = firstOfMonth(asked.on)
  const isLast = asked.on === lastOfMonth(asked.on)
  return (
    <Page title={useTitle(name)} actions={<Downloads path={`/reports/${name}`} search={asked} />}>
      <p className="crumb">
        <CompanyLink to="/reports">{texts.reports}</CompanyLink>
      </p>
      <div className="period">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.earlierDay}
          {...bound('[')}
          onClick={() => set({ on: lastOfMonth(addMonths(month, -1)) })}
        >
          ‹
        </button>
        <DayInput aria-label={texts.day} value={asked.on} onChange={(on) => set({ on })} {...bound('v p')} />
        <button
          type="button"
          className="icon-button"
          aria-label={texts.laterDay}
          {...bound(']')}
          onClick={() => set({ on: lastOfMonth(isLast ? addMonths(month, 1) : month) })}
        >
          ›
        </button>
      </div>
      <ChoiceBar taken={taken}>
        {hasDetails && (
          <Checkbox
            label={texts.details}
            checked={asked.details !== undefined}
            onChange={({ currentTarget: { checked } }) => set({ details: checked ? '1' : null })}
            data-keys-label={texts.details}
            {...bound('v h')}
          />
        )}
      </ChoiceBar>
      {(url[party] || url.age) && (
        <p>
          <button type="button" className="link-button" onClick={() => set({ [party]: null, age: null })}>
            {texts.showAll}
          </button>
        </p>
      )}
      {children(asked)}
    </Page>
  )
}
