// Accounts of BAS 2026 whose costs are not deducted, or whose income is not taxed: for the tax computation and for the
// rows of the tax forms. Pure.

type Named = { account: number; sv: string; en: string }

/** Costs that are not deducted (inkomstskattelagen 9 and 16 kap.). */
export const notDeductible: readonly Named[] = [
  { account: 5982, sv: 'Ej avdragsgill sponsring', en: 'Sponsorship, not deductible' },
  { account: 6072, sv: 'Representation, ej avdragsgill', en: 'Entertainment, not deductible' },
  { account: 6342, sv: 'Skadestånd, ej avdragsgilla', en: 'Damages, not deductible' },
  { account: 6392, sv: 'Riskkostnader, ej avdragsgilla', en: 'Risk costs, not deductible' },
  { account: 6982, sv: 'Föreningsavgifter, ej avdragsgilla', en: 'Membership fees, not deductible' },
  { account: 6992, sv: 'Övriga kostnader, ej avdragsgilla', en: 'Other costs, not deductible' },
  { account: 7622, sv: 'Sjuk- och hälsovård, ej avdragsgill', en: 'Health care, not deductible' },
  { account: 7623, sv: 'Sjukvårdsförsäkring, ej avdragsgill', en: 'Health insurance, not deductible' },
  { account: 7632, sv: 'Personalrepresentation, ej avdragsgill', en: 'Entertainment of staff, not deductible' },
  { account: 8423, sv: 'Räntekostnader för skatter och avgifter', en: 'Interest on taxes and charges' },
]

/** Interest income that is not taxed (inkomstskattelagen 8 kap.). */
export const notTaxed: readonly number[] = [8254, 8314]

type Range = readonly [first: number, last: number]

/** The names by which an edition of the forms refers to these accounts. */
export const namedAccounts: Readonly<Record<string, readonly Range[]>> = {
  notDeductible: notDeductible.map(({ account }) => [account, account] as const),
  notTaxed: notTaxed.map((account) => [account, account] as const),
}
