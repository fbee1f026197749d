// The working of a revaluation: each item with its amount in the currency, what it is booked at, the rate of the day,
// its value, and the difference; and the entry that follows from it.
import type { ReactNode } from 'react'
import type { Schema } from '#client'
import { amountText, Heads, Money, oreOf } from '#ui'
import { useLanguage, useWords } from '#words'
import { ProposedEntry } from './ProposedEntry.tsx'
import { revaluationWords } from './revaluation-words.ts'

type Group = Schema<'CurrencyRevaluationProposal'>['groups'][number]

export const Working = ({
  groups,
  under,
}: {
  groups: readonly Group[]
  /** What stands below a group, by its place. */
  under?: (index: number) => ReactNode
}) => {
  const texts = useWords(revaluationWords)
  const language = useLanguage()
  return groups.map((group, index) => {
    const name = `${texts.groups[group.kind]} (${group.account})`
    return (
      <section key={`${group.kind} ${group.account}`} className="stack">
        <h3>{name}</h3>
        <div className="working-table">
          <table className="plain-table">
            <Heads
              texts={[texts.item]}
              amounts={[texts.amount, texts.bookedAt, texts.rate, texts.value, texts.difference]}
            />
            <tbody>
              {group.items.map(
                ({ documentRef, number, name: of, currency, amount, booked, rate, value, difference }) => (
                  <tr key={documentRef?.id ?? number}>
                    <th scope="row">{`${number} ${of}`}</th>
                    <td className="is-right">
                      {amount === null ? '' : amountText(oreOf(amount), language)} {currency}
                    </td>
                    <td className="is-right">
                      <Money kronor={booked} />
                    </td>
                    <td className="is-right">
                      {rate === null ? '' : String(rate).replace('.', language === 'sv' ? ',' : '.')}
                    </td>
                    <td className="is-right">{value !== null && <Money kronor={value} />}</td>
                    <td className="is-right">{difference !== null && <Money kronor={difference} />}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
        {group.carried !== 0 && <p className="soft">{texts.carried(amountText(oreOf(group.carried), language))}</p>}
        {group.entry.length === 0 ? (
          <p className="soft">{texts.same}</p>
        ) : (
          <ProposedEntry title={name} items={group.entry} />
        )}
        {under?.(index)}
      </section>
    )
  })
}
