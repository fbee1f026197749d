// Entries in which the base of VAT and the tax on it differ: what to correct before the return is made.
import type { Schema } from '#client'
import { CompanyLink, Sheet } from '#console/figures'
import { Heads, Money } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Difference = Schema<'VatDifferences'>['items'][number]

export const Differences = ({ items }: { items: readonly Difference[] }) => {
  const texts = useWords(words)
  if (items.length === 0) return null
  return (
    <section className="vat-differences" role="alert">
      {items.map((one) => (
        <Differing key={one.key} one={one} />
      ))}
      <p>{texts.differsLead}</p>
    </section>
  )
}

const Differing = ({ one: { key, entries, totalEntries } }: { one: Difference }) => {
  const texts = useWords(words)
  const more = totalEntries - entries.length
  return (
    <>
      <h3 className="is-wrong">{texts.differs[key]}</h3>
      <Sheet label={texts.differs[key]} isNarrow>
        <Heads texts={[texts.entry]} amounts={[texts.base, texts.baseOfTax]} />
        <tbody>
          {entries.map(({ journalEntryRef: { id }, journalEntryNumber, title, base, baseOfTax }) => (
            <tr key={id}>
              <th scope="row" className="is-text">
                <CompanyLink to="/journal" search={{ open: id }}>
                  {journalEntryNumber}
                </CompanyLink>{' '}
                {title}
              </th>
              <td className="is-right">
                <Money kronor={base} decimals={2} />
              </td>
              <td className="is-right">
                <Money kronor={baseOfTax} decimals={2} />
              </td>
            </tr>
          ))}
        </tbody>
      </Sheet>
      {more > 0 && <p>{texts.more(more)}</p>}
    </>
  )
}
