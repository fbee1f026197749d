// The working of a proposal: each row with its amount and the act that it follows; and an entry.
import type { ReactNode } from 'react'
import type { Schema } from '#client'
import { Heads, Money, oreOf } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './words.ts'

type Step = Schema<'YearEndProposal'>['steps'][number]

export const Working = ({ steps, caption }: { steps: readonly Step[]; caption: string }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const percentText = (percent: number) => ` (${String(percent).replace('.', language === 'sv' ? ',' : '.')} %)`
  return (
    <Scrolled label={caption}>
      <table className="plain-table">
        <caption>{caption}</caption>
        <Heads texts={[texts.row]} amounts={[texts.amount]} />
        <tbody>
          {steps.map(({ label, amount, percent, source, isSum }, index) => (
            // Rows have no names of their own; their order is that of the working.
            <tr key={`${index} ${label}`} className={isSum ? 'is-sum' : undefined}>
              <th scope="row">
                {label}
                {percent !== null && percentText(percent)}
                {source !== null && <span className="soft working-act"> {source}</span>}
              </th>
              <td className="is-right">{amount !== null && <Money kronor={amount} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

/** A table that may be wider than its place. */
const Scrolled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
  <section className="working-table" aria-label={label} tabIndex={0}>
    {children}
  </section>
)

type Line = { account: number; name?: string; debit: number; credit: number }

export const Entry = ({ lines, caption }: { lines: readonly Line[]; caption: string }) => (
  <Scrolled label={caption}>
    <table className="plain-table">
      <caption>{caption}</caption>
      <EntryHeads />
      <tbody>
        {lines.map(({ account, name, debit, credit }) => (
          <tr key={account}>
            <th scope="row">
              {account} {name}
            </th>
            <td className="is-right">{oreOf(debit) !== 0 && <Money kronor={debit} />}</td>
            <td className="is-right">{oreOf(credit) !== 0 && <Money kronor={credit} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scrolled>
)

const EntryHeads = () => {
  const texts = useWords(words)
  return <Heads texts={[texts.fields.account]} amounts={[texts.debit, texts.credit]} />
}
