// The period on top of a report: a year, a quarter, a month, or any days; `[` and `]` go to the one before and after.
import { NativeSelect } from '@mantine/core'
import { bound, DayInput, today } from '#ui'
import { useLanguage, useWords } from '#words'
import { beside, partsOf, type Span, spanOf, spanText, type Year, yearOf } from './span.ts'
import { words } from './words.ts'

type Given = { span: Span; years: readonly Year[]; onChange: (span: Span) => void }

const keyOf = ({ from, to }: Span): string => `${from}..${to}`

export const PeriodBar = ({ span, years, onChange }: Given) => {
  const texts = useWords(words)
  const language = useLanguage()
  const year = yearOf(span.from, years)
  const parts = year ? partsOf(year) : { quarters: [], months: [] }
  const optionOf = (one: Span) => ({ value: keyOf(one), label: spanText(one, language) })
  const taken = new Set<string>()
  const groups = [
    { group: texts.years, items: years.map(spanOf).map(optionOf) },
    { group: texts.quarters, items: parts.quarters.map(optionOf) },
    { group: texts.months, items: parts.months.map(optionOf) },
  ].map(({ group, items }) => ({
    group,
    // A year of three months is no quarter too.
    items: items.filter(({ value }) => !taken.has(value) && taken.add(value)),
  }))
  const known = groups.some(({ items }) => items.some(({ value }) => value === keyOf(span)))
  const own = known ? [] : [{ group: texts.own, items: [optionOf(span)] }]
  const go = (change: Partial<Span>) => {
    const next = { ...span, ...change }
    if (next.from === '' || next.to === '') return
    // The other end follows, so that no period ends before it begins.
    if (next.to < next.from) onChange(change.from ? { from: next.from, to: next.from } : { from: next.to, to: next.to })
    else onChange(next)
  }
  return (
    <div className="period" role="group" aria-label={texts.period}>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.earlier}
        {...bound('[')}
        onClick={() => onChange(beside(span, -1, years))}
      >
        ‹
      </button>
      <NativeSelect
        aria-label={texts.period}
        {...bound('v p')}
        value={keyOf(span)}
        data={[...own, ...groups.filter(({ items }) => items.length > 0)]}
        onChange={({ currentTarget: { value } }) => {
          const [from = '', to = ''] = value.split('..')
          onChange({ from, to })
        }}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={texts.later}
        {...bound(']')}
        onClick={() => onChange(beside(span, 1, years))}
      >
        ›
      </button>
      <DayInput
        aria-label={texts.from}
        {...bound('v f')}
        value={span.from}
        near={today()}
        onChange={(from) => go({ from })}
      />
      <span aria-hidden="true">–</span>
      <DayInput aria-label={texts.to} {...bound('v l')} value={span.to} near={today()} onChange={(to) => go({ to })} />
    </div>
  )
}
