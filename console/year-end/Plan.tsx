// The plan of a fixed asset: each year with its months, and what the asset is worth after them.
import { useState } from 'react'
import type { Schema } from '#client'
import { Money, oreOf, Tag } from '#ui'
import { useWords } from '#words'
import { isLeft } from './plan.rules.ts'
import { words } from './words.ts'

type Asset = Schema<'FixedAsset'>
type Month = Schema<'DepreciationPlan'>['months'][number]

/** By how much a change lowers the book value, in öre. */
const loweredBy = ({ kind, amount }: Asset['changes'][number]): number =>
  kind === 'writeDownReversal' ? -oreOf(amount) : oreOf(amount)

export const Plan = ({ months, asset }: { months: readonly Month[]; asset: Asset }) => {
  const texts = useWords(words)
  const current = months.find(isLeft)?.month.slice(0, 4)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set(current ? [current] : []))
  const toggle = (year: string) =>
    setOpened((was) => (was.has(year) ? new Set([...was].filter((one) => one !== year)) : new Set([...was, year])))
  let left = oreOf(asset.acquisitionValue) - oreOf(asset.depreciatedBefore)
  const waiting = [...asset.changes]
  const rows = months.map((month) => {
    left -= oreOf(month.amount)
    for (; waiting[0] && waiting[0].date.slice(0, 7) <= month.month; waiting.shift()) left -= loweredBy(waiting[0])
    return { ...month, left }
  })
  const years = [...new Set(rows.map(({ month }) => month.slice(0, 4)))].map((year) => {
    const own = rows.filter(({ month }) => month.startsWith(year))
    const booked = own.filter(({ isBooked }) => isBooked).length
    const waiting = own.filter(isLeft).length
    const sum = own.reduce((total, { amount }) => total + oreOf(amount), 0)
    return { year, own, booked, waiting, sum, left: own.at(-1)?.left ?? 0 }
  })
  return (
    <table className="plain-table is-stating">
      <caption>{texts.plan}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.month}</th>
          <th scope="col" className="is-right">
            {texts.depreciation}
          </th>
          <th scope="col" className="is-right">
            {texts.bookValueAfter}
          </th>
          <th scope="col">{texts.state}</th>
        </tr>
      </thead>
      {years.map(({ year, own, booked, waiting, sum, left: after }) => (
        <tbody key={year}>
          <tr>
            <th scope="row">
              <button
                type="button"
                className="link-button"
                aria-expanded={opened.has(year)}
                onClick={() => toggle(year)}
              >
                {year}
              </button>
            </th>
            <td className="is-right">
              <Money ore={sum} />
            </td>
            <td className="is-right">
              <Money ore={after} />
            </td>
            <td>{booked + waiting > 0 && texts.bookedOf(booked, booked + waiting)}</td>
          </tr>
          {(opened.has(year) ? own : []).map(({ month, amount, isBooked, catchUpDate, left: worth }) => (
            <tr key={month}>
              <td className="is-day">{month}</td>
              <td className="is-right">
                <Money kronor={amount} />
              </td>
              <td className="is-right">
                <Money ore={worth} />
              </td>
              <td>
                {isBooked ? (
                  <Tag tone="good">{texts.isBooked}</Tag>
                ) : catchUpDate ? (
                  texts.caughtUpOn(catchUpDate)
                ) : (
                  amount !== 0 && texts.notBooked
                )}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
