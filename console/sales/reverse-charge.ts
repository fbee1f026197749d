// Reverse charge within the country: the buyer, a business, owes the tax (mervärdesskattelagen 2023:200, 16 kap. 13 §
// and the following: construction work, scrap, emission rights, phones and the like above 100,000 kronor). What makes a
// line such a sale is its account, which the company has chosen for the role.
import { queries, useCompany } from '#client'
import type { TaxRate } from './draft.ts'

type Taxed = { taxRate: TaxRate; account: string }

/** The account of such sales as text; null while it is not known, or may not be seen. */
export const useReverseCharge = (): string | null => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/account-map',
    { params: { path: { companyId } } },
    { enabled: may('account-map:read') },
  )
  const account = data?.roles.find(({ role }) => role === 'salesReverseCharge')?.account
  return account === undefined ? null : String(account)
}

/** Stands for reverse charge among the rates. */
const REVERSE = 'reverse'

export const isReverse = ({ taxRate, account }: Taxed, reverse: string | null): boolean =>
  taxRate === 0 && reverse !== null && account === reverse

/** What is chosen in the field of VAT. */
export const vatChoice = (line: Taxed, reverse: string | null): string =>
  isReverse(line, reverse) ? REVERSE : String(line.taxRate)

/** What a choice makes of the line: the account of reverse charge comes with it, and goes with it. */
export const vatChosen = (choice: string, line: Taxed, reverse: string | null): Taxed => {
  if (choice === REVERSE && reverse !== null) return { taxRate: 0, account: reverse }
  const account = isReverse(line, reverse) ? '' : line.account
  return { taxRate: Number(choice) as TaxRate, account }
}

export const vatChoices = (rates: readonly TaxRate[], reverse: string | null, name: string) => [
  ...rates.map((rate) => ({ value: String(rate), label: `${rate} %` })),
  ...(reverse === null ? [] : [{ value: REVERSE, label: name }]),
]
