// Which steps a new company has, and which of them the data shows as done. Pure.
const stepKeys = ['address', 'bankgiro', 'logo', 'balances', 'bankAccount', 'statement', 'invoice'] as const
export type StepKey = (typeof stepKeys)[number]

/** What is known; null of what the user may not change, which is no step of theirs. */
type Known = {
  address: { line1?: string | null; city?: string | null } | null
  sales: { bankgiro: string | null; plusgiro: string | null; iban: string | null; logo: unknown } | null
  /** How many of each there are: none, or some. */
  entries: number | null
  accounts: number | null
  statements: number | null
  invoices: number | null
}

const counted = (count: number | null): boolean | null => (count === null ? null : count > 0)

/** The steps in their order. Entries in the books stand for balances too: those of a new company are none. */
export const stepsOf = ({ address, sales, ...known }: Known): { key: StepKey; isDone: boolean }[] => {
  const done: Readonly<Record<StepKey, boolean | null>> = {
    address: address && Boolean(address.line1 && address.city),
    bankgiro: sales && Boolean(sales.bankgiro || sales.plusgiro || sales.iban),
    logo: sales && Boolean(sales.logo),
    balances: counted(known.entries),
    bankAccount: counted(known.accounts),
    statement: counted(known.statements),
    invoice: counted(known.invoices),
  }
  return stepKeys.flatMap((key) => (done[key] === null ? [] : [{ key, isDone: done[key] }]))
}
