// What has changed the value of a fixed asset beside its depreciation, each with its entry.
import type { Schema } from '#client'
import { CompanyLink } from '#console/figures'
import { Heads, Money } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Asset = Schema<'FixedAsset'>

export const AssetChanges = ({ asset: { changes } }: { asset: Asset }) => {
  const texts = useWords(words)
  if (changes.length === 0) return null
  return (
    <table className="plain-table">
      <caption>{texts.changes}</caption>
      <Heads texts={[texts.disposeDate, texts.whatChanged]} amounts={[texts.amount]} />
      <tbody>
        {changes.map(({ kind, date, amount, acquisitionValue, price, journalEntryRef: { id } }) => (
          <tr key={id}>
            <td className="is-day">
              <CompanyLink to="/journal" search={{ open: id }}>
                {date}
              </CompanyLink>
            </td>
            <td>
              {texts.changeKinds[kind]}
              {price !== null && (
                <div className="soft">
                  {texts.value} <Money kronor={acquisitionValue} />, {texts.soldFor} <Money kronor={price} />
                </div>
              )}
            </td>
            <td className="is-right">
              <Money kronor={kind === 'writeDownReversal' ? amount : -amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
