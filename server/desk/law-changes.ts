// What changes next in the law, and what of a company each change touches: what follows it by a kind, what looks like
// it and follows nothing, and accounts of sales to other countries; and what this year's BAS plan changes in the chart.
import { chartUpdate, PLAN_YEAR } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type certainties, lawOn, lawValues } from '#rule/law'
import { type LawKey, lawKeys } from '#rule/law-keys'
import { ossAccountsByCountry } from '#vat'
import { type Counts, readVatChanges, type VatChanges } from './vat-changes.ts'

/** What of a company a change may touch. `ownRates` look like what changes, and have a rate that follows nothing. */
type Touched = Counts & { ownRates: number; ossAccounts: number }

/** A value and the one before it, in the unit of the key; `before` is null where the table has none. */
type LawChange = {
  key: LawKey
  name: string
  unit: string
  from: string
  before: number | null
  value: number
  source: string
  certainty: (typeof certainties)[number]
  touches: Touched
}

type LawChanges = {
  today: string
  changes: LawChange[]
  chart: { year: number; adds: number; renames: number; retires: number }
}

const VAT = 'vat.'
const UNION = 'unionVat.'
const FOOD = 'vat.food'

/** The changes after today that the law's table knows, the earliest first, with the company's part in each. */
export const readLawChanges = async (call: CompanyCall, language: 'sv' | 'en'): Promise<LawChanges> => {
  const vat = await readVatChanges(call)
  const accounts = await ossAccountsByCountry(call)
  const { adds, renames, retires } = await chartUpdate(call)
  const changes = (Object.keys(lawKeys) as LawKey[]).flatMap((key) =>
    comingOf(key, vat.today).map((coming) => ({
      ...{ key, name: lawKeys[key][language], unit: lawKeys[key].unit },
      ...coming,
      touches: touchedBy(key, coming.from, vat, accounts),
    })),
  )
  return {
    today: vat.today,
    changes: changes.sort((one, other) => (`${one.from} ${one.key}` < `${other.from} ${other.key}` ? -1 : 1)),
    chart: {
      year: PLAN_YEAR,
      // Accounts that few companies have are not missed.
      adds: adds.filter(({ isUsual }) => isUsual).length,
      renames: renames.length,
      retires: retires.length,
    },
  }
}

const comingOf = (key: LawKey, today: string) => {
  const values = lawValues(key).filter(({ from }) => from > today)
  return values.map(({ from, value, source, certainty }, index) => ({
    ...{ from, value, source, certainty },
    before: values[index - 1]?.value ?? lawOn(today).find(key)?.value ?? null,
  }))
}

const noCounts: Counts = { items: 0, recurringInvoices: 0, entryTemplates: 0, matchingRules: 0 }

const touchedBy = (
  key: LawKey,
  from: string,
  { changes, pinned }: VatChanges,
  accounts: ReadonlyMap<string, number>,
): Touched => {
  const own = changes.find((change) => `${VAT}${change.vatKind}` === key && change.from === from) ?? noCounts
  const { items, recurringInvoices, entryTemplates, matchingRules } = own
  return {
    ...{ items, recurringInvoices, entryTemplates, matchingRules },
    ownRates: key === FOOD ? Object.values(pinned).reduce((sum, found) => sum + found.length, 0) : 0,
    ossAccounts: key.startsWith(UNION) ? (accounts.get(key.slice(UNION.length)) ?? 0) : 0,
  }
}
