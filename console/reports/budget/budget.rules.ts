// A budget while it is edited. Income and expenses are typed without a sign, as they are spoken of; the API has
// expenses below zero. Pure.

type Ore = number

/** Öre by account and month: `{ '3001': { '2026-01': 100000 } }`. */
export type Plan = Readonly<Record<string, Readonly<Record<string, Ore>>>>

type Budget = {
  months: readonly string[]
  accounts: readonly { account: number; amounts: readonly number[] }[]
}

const LAST_OF_INCOME = 3999
const FINANCIAL_INCOME = [8000, 8399] as const

/** Income of the business (3), and of financial investments (80 to 83). */
export const isIncome = (account: number): boolean =>
  account <= LAST_OF_INCOME || (account >= FINANCIAL_INCOME[0] && account <= FINANCIAL_INCOME[1])

const signOf = (account: number): 1 | -1 => (isIncome(account) ? 1 : -1)

export const planOf = ({ months, accounts }: Budget): Plan =>
  Object.fromEntries(
    accounts.map(({ account, amounts }) => [
      account,
      Object.fromEntries(
        months.map((month, at) => [month, Math.round((amounts[at] ?? 0) * 100) * signOf(account) || 0]),
      ),
    ]),
  )

/** What is sent: each account with an amount for each month. */
export const bodyOf = (plan: Plan, months: readonly string[]) => ({
  accounts: accountsOf(plan).map((account) => ({
    account,
    amounts: months.map((month) => ((plan[account]?.[month] ?? 0) * signOf(account)) / 100 || 0),
  })),
})

export const accountsOf = (plan: Plan): number[] =>
  Object.keys(plan)
    .map(Number)
    .sort((one, other) => one - other)

export const totalOf = (plan: Plan, account: number): Ore =>
  Object.values(plan[account] ?? {}).reduce((sum, amount) => sum + amount, 0)

/** Income, expenses and result of a month, or of the whole year. */
export const sumsOf = (plan: Plan, month?: string): { income: Ore; expenses: Ore; result: Ore } => {
  const of = (account: number) => (month === undefined ? totalOf(plan, account) : (plan[account]?.[month] ?? 0))
  const sum = (accounts: readonly number[]) => accounts.reduce((total, account) => total + of(account), 0)
  const all = accountsOf(plan)
  const income = sum(all.filter(isIncome))
  const expenses = sum(all.filter((account) => !isIncome(account)))
  return { income, expenses, result: income - expenses }
}

const KRONA = 100

/** A year's amount over its months, in whole kronor; the last month takes what is left over. */
export const spread = (total: Ore, months: readonly string[]): Record<string, Ore> => {
  const each = Math.trunc(total / months.length / KRONA) * KRONA
  const last = total - each * (months.length - 1)
  return Object.fromEntries(months.map((month, at) => [month, at === months.length - 1 ? last : each]))
}

/** The lines of a table that was pasted or read from a file, and the numbers of those that could not be read. */
type Read = { plan: Plan; unread: readonly number[] }

const ACCOUNT = /^\d{4,8}$/

/**
 * Reads a table from a spreadsheet: the account first, then a name or not, then an amount for each month, or one for
 * the year. Cells are divided by tabs, or else by semicolons. A line of headings at the top is left out.
 */
export const readTable = (text: string, months: readonly string[], parse: (text: string) => Ore | null): Read => {
  const plan: Record<string, Record<string, Ore>> = {}
  const unread: number[] = []
  const lines = text.split(/\r?\n/)
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [account = '', ...cells] = line
      .split(line.includes('\t') ? '\t' : ';')
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    const amounts = amountsIn(cells, months.length, parse)
    if (ACCOUNT.test(account) && amounts?.length === 1) plan[account] = spread(amounts[0] ?? 0, months)
    else if (ACCOUNT.test(account) && amounts)
      plan[account] = Object.fromEntries(months.map((month, place) => [month, amounts[place] ?? 0]))
    else if (at > 0 || ACCOUNT.test(account)) unread.push(at + 1)
  }
  return { plan, unread }
}

/** One amount, or one for each month and perhaps their sum; null where it is neither. */
const amountsIn = (cells: readonly string[], count: number, parse: (text: string) => Ore | null): Ore[] | null => {
  const [first = '', ...others] = cells
  const numbers = parse(first) === null && first !== '' ? others : cells
  const amounts = numbers.map((cell) => (cell === '' ? 0 : parse(cell)))
  if (amounts.includes(null)) return null
  if (amounts.length === 1 || amounts.length === count) return amounts as Ore[]
  const [sum, ...months] = [amounts.at(-1), ...amounts.slice(0, -1)]
  return months.length === count && months.reduce<number>((total, one) => total + (one ?? 0), 0) === sum
    ? (months as Ore[])
    : null
}
