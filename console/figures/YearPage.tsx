// A page about one fiscal year: the year stands in the address, and `[` and `]` go to the one before and after.
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Schema } from '#client'
import { bound, Empty, FailureMessage, Page, PageSkeleton, today, useUrl } from '#ui'
import { useWords } from '#words'
import { CompanyLink } from './CompanyLink.tsx'
import { useFiscalYears } from './use-period.ts'
import { words } from './year-words.ts'

export type Year = Schema<'FiscalYear'>

/** The latest open year that is over, otherwise the first that is open, otherwise the latest. */
const nextToClose = (years: readonly Year[]) => {
  const open = years
    .filter(({ status }) => status === 'open')
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  return open.find(({ endDate }) => endDate < today()) ?? open[0] ?? years[0]
}

/** The latest year that is over, otherwise the first: what a tax return or an annual report is about. */
const lastOver = (years: readonly Year[]) => {
  const over = years.filter(({ endDate }) => endDate < today())
  return over.toSorted((a, b) => b.endDate.localeCompare(a.endDate))[0] ?? years[0]
}

/** The year that today is in, otherwise the latest. */
const current = (years: readonly Year[]) =>
  years.find(({ startDate, endDate }) => startDate <= today() && today() <= endDate) ??
  years.toSorted((a, b) => b.endDate.localeCompare(a.endDate))[0]

const choices = { nextToClose, lastOver, current }

export const YearPage = ({
  title,
  lead,
  first,
  actions,
  children,
}: {
  title: string
  lead: string
  /** Which year is shown while the address names none. */
  first: keyof typeof choices
  actions?: (year: Year) => ReactNode
  /** The year, and the one before it. */
  children: (year: Year, before: Year | null) => ReactNode
}) => {
  const texts = useWords(words)
  const [url, set] = useUrl()
  const { years: known, error } = useFiscalYears()
  const years = known as readonly Year[] | undefined
  const year = years?.find(({ id }) => id === url.year) ?? (years && choices[first](years))
  const at = years && year ? years.indexOf(year) : -1
  const go = (place: number) => {
    const next = years?.[place]
    if (next) set({ year: next.id, open: null })
  }
  const before = years?.find(({ endDate }) => year !== undefined && endDate < year.startDate) ?? null
  const all = years && year && (
    <>
      {actions?.(year)}
      <span className="year-bar">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.earlier}
          {...bound('[')}
          onClick={() => go(at + 1)}
        >
          ‹
        </button>
        <NativeSelect
          aria-label={texts.year}
          value={year.id}
          data={years.map(({ id, startDate, endDate }) => ({ value: id, label: `${startDate} – ${endDate}` }))}
          onChange={({ currentTarget: { value } }) => set({ year: value, open: null })}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={texts.later}
          {...bound(']')}
          onClick={() => go(at - 1)}
        >
          ›
        </button>
      </span>
    </>
  )
  return (
    <Page title={title} lead={lead} actions={all}>
      {error && <FailureMessage error={error} />}
      {!years && !error && <PageSkeleton />}
      {years && !year && (
        <Empty
          action={
            <CompanyLink to="/settings/years" search={{ open: 'new' }}>
              {texts.newYear}
            </CompanyLink>
          }
        >
          {texts.noYear}
        </Empty>
      )}
      {year && children(year, before)}
    </Page>
  )
}

/** `2025`, or both days where the year is no calendar year. */
export const yearText = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  startDate.slice(0, 4) === endDate.slice(0, 4) ? endDate.slice(0, 4) : `${startDate}–${endDate}`
