// Which client companies are shown, and in which order. Pure.

/** The fields of a client that decisions use. */
type Client<Kind extends string = string> = {
  name: string
  organizationNumber: string
  counts: readonly { kind: Kind; count: number; overdueCount: number }[]
  deadline: { dueDate: string } | null
  figures: { cash: number; result: number | null; overdueReceivables: number } | null
}

export const orders = ['name', 'work', 'overdue', 'deadline', 'cash', 'result', 'receivables'] as const
type Order = (typeof orders)[number]

/** `kind`: only those with something of the kind to do; `within`: a deadline in so many days, or before. */
export type Shown = { text: string; kind: string | null; within: number | null; order: Order }

/** How much is to be done, of a kind or at all. */
export const workOf = ({ counts }: Pick<Client, 'counts'>, kind: string | null): number =>
  sumOf(counts, kind, ({ count }) => count)

/** How much of it is overdue. */
export const overdueOf = ({ counts }: Pick<Client, 'counts'>, kind: string | null): number =>
  sumOf(counts, kind, ({ overdueCount }) => overdueCount)

type Count = Client['counts'][number]

const sumOf = (counts: readonly Count[], kind: string | null, of: (one: Count) => number): number =>
  counts.reduce((sum, one) => sum + (kind === null || one.kind === kind ? of(one) : 0), 0)

const plain = (text: string): string => text.toLowerCase().normalize('NFC')

const fits = (client: Client, { text, kind, within }: Shown, lastDay: string): boolean => {
  const digits = text.replace(/\D/g, '')
  const isFound =
    plain(client.name).includes(plain(text.trim())) ||
    (digits !== '' && client.organizationNumber.replace(/\D/g, '').includes(digits))
  const isDue = within === null || (client.deadline !== null && client.deadline.dueDate <= lastDay)
  return isFound && isDue && (kind === null || workOf(client, kind) > 0)
}

/** What comes first has the least of it; what is not known comes last. */
const ranks: Readonly<Record<Order, (client: Client, kind: string | null) => number | string | null>> = {
  name: () => 0,
  work: (client, kind) => -workOf(client, kind),
  overdue: (client, kind) => -overdueOf(client, kind),
  deadline: ({ deadline }) => deadline?.dueDate ?? null,
  cash: ({ figures }) => figures?.cash ?? null,
  result: ({ figures }) => figures?.result ?? null,
  receivables: ({ figures }) => (figures ? -figures.overdueReceivables : null),
}

/**
 * Those that are asked for; equal ones stay in the order that they came in, which is by name. `lastDay` is what
 * `within` comes to.
 */
export const shownClients = <One extends Client>(clients: readonly One[], shown: Shown, lastDay: string): One[] => {
  const rank = ranks[shown.order]
  return clients
    .filter((client) => fits(client, shown, lastDay))
    .map((client) => ({ client, at: rank(client, shown.kind) }))
    .sort((one, other) => compared(one.at, other.at))
    .map(({ client }) => client)
}

const compared = (one: number | string | null, other: number | string | null): number => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}
