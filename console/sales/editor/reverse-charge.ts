// Reverse charge within the country: the buyer, a business, owes the tax (mervärdesskattelagen 2023:200, 16 kap. 13 §
// and the following: construction work, scrap, emission rights, phones and the like above 100,000 kronor). What makes a
// line such a sale is its account, which the company has chosen for the role.
import { useAccountRoles } from '#console/accounts'
import { type VatKind, vatKinds } from '#rule/vat-kind'
import { rateOfKind } from '#rule/vat-kinds'
import { USUAL_RATE } from '#rule/vat-rates'
import { today } from '#ui'
import type { TaxRate, UnionDraft } from './draft.ts'

type Taxed = { taxRate: TaxRate; account: string; vatKind?: VatKind | null; unionVat?: UnionDraft | null }

/** The account of such sales as text; null while it is not known, or may not be seen. */
export const useReverseCharge = (): string | null => {
  const account = useAccountRoles().get('salesReverseCharge')
  return account === undefined ? null : String(account)
}

/** Stands for reverse charge among the rates. */
const REVERSE = 'reverse'
/** Stands for the VAT of another EU country. */
const UNION = 'union'

export const isReverse = ({ taxRate, account }: Taxed, reverse: string | null): boolean =>
  taxRate === 0 && reverse !== null && account === reverse

/** What is chosen in the field of VAT. */
export const vatChoice = (line: Taxed, reverse: string | null): string =>
  line.unionVat
    ? UNION
    : isReverse(line, reverse)
      ? REVERSE
      : line.vatKind && line.taxRate !== 0
        ? line.vatKind
        : String(line.taxRate)

/**
 * What a choice makes of the line: the account of reverse charge comes with it, and goes with it. A kind has its rate
 * of today until the service says that of the day of supply.
 */
export const vatChosen = (choice: string, line: Taxed, reverse: string | null): Taxed => {
  if (choice === REVERSE && reverse !== null) return { taxRate: 0, account: reverse, vatKind: null, unionVat: null }
  const account = isReverse(line, reverse) ? '' : line.account
  if (choice === UNION) return { taxRate: 0, account, vatKind: null, unionVat: { country: '', rate: '' } }
  const vatKind = vatKinds.find((kind) => kind === choice)
  if (vatKind) return { taxRate: rateOfKind(vatKind, today()) ?? USUAL_RATE, account, vatKind, unionVat: null }
  return { taxRate: Number(choice) as TaxRate, account, vatKind: null, unionVat: null }
}

/** Rates, reverse charge by its name, the VAT of another EU country, and the kinds with their rates on a day. */
export const vatChoices = (
  rates: readonly TaxRate[],
  reverse: string | null,
  name: string,
  { kinds, day, union }: { kinds: Readonly<Record<VatKind, string>>; day: string; union?: string },
) => [
  ...rates.map((rate) => ({ value: String(rate), label: `${rate} %` })),
  ...(reverse === null ? [] : [{ value: REVERSE, label: name }]),
  ...(union === undefined ? [] : [{ value: UNION, label: union }]),
  ...vatKinds.map((kind) => {
    const rate = rateOfKind(kind, day)
    return { value: kind, label: rate === null ? kinds[kind] : `${kinds[kind]}, ${rate} %` }
  }),
]
