// The checks of the closing as a table; each opens into what it has found.
import type { ReactNode } from 'react'
import type { Schema } from '#client'
import { CompanyLink, Sheet } from '#console/figures'
import { Heads, Money, Tag } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type YearEnd = Schema<'YearEnd'>
type Check = YearEnd['checks'][number]

export const Checks = ({ yearEnd, onOpen }: { yearEnd: YearEnd; onOpen: (key: string) => void }) => {
  const texts = useWords(words)
  return (
    <Sheet label={texts.yearEnd}>
      <Heads texts={[texts.check, texts.state]} amounts={[texts.count, texts.amount]} />
      <tbody>
        {yearEnd.checks.map((check) => (
          <tr key={check.key}>
            <th scope="row" className="is-text">
              <Opens check={check} onOpen={onOpen}>
                {check.name}
              </Opens>
            </th>
            <td>
              <Tag tone={toneOf(check)}>{check.state === 'open' ? texts[check.severity] : texts[check.state]}</Tag>
            </td>
            <td className="is-right">{check.count}</td>
            <td className="is-right">
              <Money kronor={check.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </Sheet>
  )
}

const toneOf = ({ state, severity }: Check) =>
  state === 'done' ? 'good' : state === 'notApplicable' ? 'plain' : severity === 'stops' ? 'wrong' : 'waiting'

/** Console pages for what a check points at, by the end of its path. */
const places: readonly (readonly [RegExp, string])[] = [
  [/\/vat-periods$/, '/vat'],
  [/\/depreciations\/proposal$/, '/fixed-assets'],
  [/\/accrual-portions\/proposal$/, '/accruals'],
  [/\/currency-revaluations$/, '/currency-revaluations'],
  [/\/chart-corrections$/, '/accounts'],
  [/\/bank-accounts\/[^/]*\/reconciliations$/, '/bank/months'],
  [/\/fiscal-years$/, '/settings/years'],
  [/\/fiscal-years\/[^/]+\/proposals$/, '/year-end-proposals'],
  [/\/reports\/balance-sheet$/, '/reports/balance-sheet'],
  [/\/reports\/income-statement$/, '/reports/income-statement'],
  [/\/reports\/customer-ledger$/, '/reports/customer-ledger'],
  [/\/reports\/supplier-ledger$/, '/reports/supplier-ledger'],
]

/** What pages take over from the query of a link. */
const kept = ['from', 'to', 'on']

const Opens = ({
  check: { key, link },
  onOpen,
  children,
}: {
  check: Check
  onOpen: (key: string) => void
  children: ReactNode
}) => {
  if (!link) return children
  if (link.path.includes('/closing/'))
    return (
      <button type="button" className="link-button" onClick={() => onOpen(key)}>
        {children}
      </button>
    )
  const place = places.find(([ends]) => ends.test(link.path))
  if (!place) return children
  const query = [...new URLSearchParams(link.query ?? '')].filter(([name]) => kept.includes(name))
  const isReport = place[1].startsWith('/reports/')
  const [, year] = /\/fiscal-years\/([^/]+)\/proposals$/.exec(link.path) ?? []
  return (
    <CompanyLink to={place[1]} search={isReport ? Object.fromEntries(query) : year ? { year } : {}}>
      {children}
    </CompanyLink>
  )
}
