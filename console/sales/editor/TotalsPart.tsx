// What the invoice comes to while it is typed.

import { inCurrency } from '#console/sales/parts.tsx'
import { Money, numberText } from '#ui'
import { useLanguage, useWords } from '#words'
import type { InvoiceDraft } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { ratedLines } from './rated.ts'
import { isReverse, useReverseCharge } from './reverse-charge.ts'
import { lineNet, totalsOf } from './totals.rules.ts'

export const TotalsPart = ({ draft, rounds }: { draft: InvoiceDraft; rounds: boolean }) => {
  const texts = useWords(editorWords)
  const language = useLanguage()
  const reverse = useReverseCharge()
  const reversed = draft.lines
    .filter((line) => isReverse(line, reverse))
    .reduce((sum, line) => sum + (lineNet(line) ?? 0n), 0n)
  const { rates, net, rounding, total } = totalsOf(ratedLines(draft), { rounds })
  const asked = draft.reduction?.people.reduce((sum, { amount }) => sum + Math.round(Number(amount || 0) * 100), 0) ?? 0
  const row = (label: string, ore: bigint | number, name = '') => (
    <tr key={label} className={name}>
      <th scope="row">{label}</th>
      <td className="is-right">
        <Money ore={Number(ore)} />
      </td>
    </tr>
  )
  return (
    <table className="plain-table totals" aria-live="polite">
      <tbody>
        {row(texts.net, net)}
        {rates.map(({ taxRate, tax }) => row(texts.vatOf(numberText(taxRate, language)), tax))}
        {reversed !== 0n && row(texts.reversed, reversed, 'soft')}
        {rounding !== 0n && row(texts.rounding, rounding)}
        {row(`${asked > 0 ? texts.beforeReduction : texts.total}${inCurrency(draft.currency)}`, total, 'is-total')}
        {asked > 0 && row(texts.reduction, -asked)}
        {asked > 0 && row(texts.afterReduction, Number(total) - asked, 'is-total')}
      </tbody>
    </table>
  )
}
