// The periods of VAT, and the one that is open: its boxes, and the return of it.
import { useEffect } from 'react'
import { type Schema, useCompany, usePages } from '#client'
import { CompanyLink, spanText } from '#console/figures'
import { type Column, Table } from '#table'
import { bound, Empty, Page, ResilientContent, Split, Tag, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { PeriodDetail } from './PeriodDetail.tsx'
import { isAsked } from './periods.rules.ts'
import { words } from './words.ts'

export { VatPage as Page }

type Period = Schema<'VatPeriod'>

const keyOf = ({ startDate, endDate }: Period): string => `${startDate}..${endDate}`

const tones = {
  ongoing: 'plain',
  unreported: 'waiting',
  reported: 'good',
  nothingBooked: 'plain',
  yearClosed: 'plain',
} as const

const VatPage = () => {
  const texts = useWords(words)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const [{ open }, set] = useUrl()
  const found = usePages<Period>('/vat-periods', {
    companyId,
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Period>[] = [
    {
      key: 'period',
      title: texts.period,
      width: 'minmax(6rem, 1fr)',
      cell: ({ startDate, endDate }) => spanText({ from: startDate, to: endDate }, language),
    },
    { key: 'due', title: texts.due, width: '7rem', cell: (period) => (isAsked(period) ? period.dueDate : '') },
    {
      key: 'state',
      title: texts.state,
      width: '6.5rem',
      cell: ({ status }) => <Tag tone={tones[status]}>{texts.states[status]}</Tag>,
    },
  ]
  // Who goes from client to client asks for the one to be reported: the oldest, which stands last.
  const toReport = open === 'toReport' ? rows.findLast(({ status }) => status === 'unreported') : undefined
  useEffect(() => {
    if (toReport) set({ open: keyOf(toReport) }, { replace: true })
  }, [toReport, set])
  // Who comes from elsewhere knows the first day.
  const at = rows.findIndex((row) => keyOf(row) === open || row.startDate === open)
  const current = rows[at]
  /** The latest stand first. */
  const go = (index: number) => {
    const next = rows[index]
    if (next) set({ open: keyOf(next) })
  }
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.vat}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        openKey={current ? keyOf(current) : null}
        onOpen={(row) => set({ open: keyOf(row) })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty action={<CompanyLink to="/settings/vat">{texts.setting}</CompanyLink>}>{texts.none}</Empty>}
      />
    </ResilientContent>
  )
  const actions = current && (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.previous}
        {...bound('[')}
        onClick={() => go(at + 1)}
      >
        ‹
      </button>
      <button type="button" className="icon-button" aria-label={texts.next} {...bound(']')} onClick={() => go(at - 1)}>
        ›
      </button>
    </>
  )
  return (
    <Page title={texts.vat} lead={texts.lead} actions={actions}>
      <div className="vat">
        <Split
          label={texts.period}
          list={list}
          detail={
            current ? <PeriodDetail key={keyOf(current)} period={current} onClose={() => set({ open: null })} /> : null
          }
        />
      </div>
    </Page>
  )
}
