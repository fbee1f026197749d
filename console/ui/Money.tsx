// Amounts and days as they are read.

import { amountText, type Ore, oreOf } from '#console/ui/inputs/amount.rules.ts'
import { useLanguage } from '#words'

/** An amount in öre, or in kronor as the API has it. `dash`: zero is a dash, as in reports. */
export const Money = ({
  ore,
  kronor,
  dash = false,
  decimals = 2,
}: {
  ore?: Ore
  kronor?: number | null
  dash?: boolean
  decimals?: 0 | 2
}) => {
  const language = useLanguage()
  const value = ore ?? (kronor === undefined || kronor === null ? null : oreOf(kronor))
  if (value === null) return null
  return <span className="amount">{dash && value === 0 ? '–' : amountText(value, language, { decimals })}</span>
}
