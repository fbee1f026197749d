// What the BAS plan of a year adds to a chart, renames in it and retires from it. A chart stays as it is until people
// tick what they want. Pure.
import basPlan from './bas-2026.json' with { type: 'json' }

/** The year of the plan that the release comes with. */
export const PLAN_YEAR = 2026

/** An account of the plan: its name, and the fields of the tax return (INK2R) that it belongs to. */
export type PlanAccount = { account: number; name: string; sruCodes: string[] }

/** An account as a company's chart has it. `former` is what the usual chart has called it before. */
export type ChartAccount = PlanAccount & { isOfPlan: boolean; active: boolean }

export type ChartUpdate = {
  /** Accounts of the plan that the chart lacks; `isUsual`: new companies begin with it. */
  adds: (PlanAccount & { isUsual: boolean })[]
  /** Accounts whose name or fields differ. `isOwnName`: not one that the usual chart has had. */
  renames: (PlanAccount & { own: Omit<PlanAccount, 'account'>; isOwnName: boolean })[]
  /** Accounts that the plan no longer has, and the account that it has in their place, if there is one. */
  retires: { account: number; name: string; instead: number | null }[]
}

/** The usual chart: accounts with the names that it has had before. */
type Usual = ReadonlyMap<number, PlanAccount & { former: readonly string[] }>

const planNames: ReadonlyMap<number, string> = new Map(
  (basPlan as readonly (readonly unknown[])[]).map(([number, name]) => [Number(number), String(name)]),
)

/** What the plan calls an account; null of one that it does not have. */
export const nameInPlan = (account: number): string | null => planNames.get(account) ?? null

/** What the plan has in place of accounts that left it (BAS 2025 and 2026). */
const inPlaceOf: Readonly<Record<number, number>> = {
  1240: 1226,
  1249: 1229,
  1250: 1224,
  1259: 1229,
  1580: 1686,
  7834: 7832,
  7835: 7832,
}

/**
 * The accounts of the plan. One of the usual chart has the fields that it has there, beside those of the plan also
 * adjustments of the tax return.
 */
const planOf = (usual: Usual): ReadonlyMap<number, PlanAccount> =>
  new Map(
    basPlan.map(([number, name, code]) => {
      const account = Number(number)
      const own = usual.get(account)
      const plain = { account, name: String(name), sruCodes: code ? [String(code)] : [] }
      return [account, own ? { account, name: own.name, sruCodes: own.sruCodes } : plain]
    }),
  )

/** What the plan changes in a chart; `roles` are accounts of automatic entries, which stay. */
export const updateOf = (
  chart: ReadonlyMap<number, ChartAccount>,
  usual: Usual,
  roles: ReadonlySet<number>,
): ChartUpdate => {
  const plan = planOf(usual)
  const own = [...chart.values()].sort((one, other) => one.account - other.account)
  return {
    adds: [...plan.values()]
      .filter(({ account }) => !chart.has(account))
      .map((account) => ({ ...account, isUsual: usual.has(account.account) })),
    renames: own.flatMap((charted) => {
      const planned = plan.get(charted.account)
      if (!planned || !isDifferent(charted, planned)) return []
      const { account, name, sruCodes } = charted
      return [{ ...planned, own: { name, sruCodes }, isOwnName: isOwnName(charted, usual.get(account)) }]
    }),
    retires: own
      .filter(({ account, active, isOfPlan }) => active && isOfPlan && !plan.has(account))
      .filter(({ account }) => !usual.has(account) && !roles.has(account))
      .map(({ account, name }) => ({ account, name, instead: inPlaceOf[account] ?? null })),
  }
}

/** An account without fields goes by its number: it has none that differ. */
const isDifferent = (charted: ChartAccount, planned: PlanAccount): boolean =>
  charted.name !== planned.name || (charted.sruCodes.length > 0 && charted.sruCodes.join() !== planned.sruCodes.join())

const isOwnName = ({ name }: ChartAccount, usual: { name: string; former: readonly string[] } | undefined): boolean =>
  usual !== undefined && name !== usual.name && !usual.former.includes(name)
