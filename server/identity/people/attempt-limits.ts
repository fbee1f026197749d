// Slows down guessing without locking owners out. Each attempt is counted before it is checked, in the database, so
// that concurrent attempts, other processes and restarts make no difference. The counters:
//
//   a browser in which the person has logged in before has its own counter, and no others apply to it;
//   for all others: the account from this address, the account from all unknown browsers, and the address.
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type Call, serviceTime } from '#platform/call'
import { sql } from '#platform/sql'
import { addressOf } from './person.ts'

/**
 * The first `free` attempts are immediate; then each waits twice as long as the one before. `forgetMs` without attempts
 * resets this.
 */
type Pace = { free: number; firstMs: number; mostMs: number; forgetMs: number }

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const paces = {
  device: { free: 10, firstMs: 5 * SECOND_MS, mostMs: 5 * MINUTE_MS, forgetMs: HOUR_MS },
  pair: { free: 5, firstMs: 10 * SECOND_MS, mostMs: 15 * MINUTE_MS, forgetMs: HOUR_MS },
  account: { free: 30, firstMs: 5 * SECOND_MS, mostMs: 5 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  address: { free: 60, firstMs: SECOND_MS, mostMs: 5 * MINUTE_MS, forgetMs: HOUR_MS },
  mailTo: { free: 3, firstMs: 5 * MINUTE_MS, mostMs: HOUR_MS, forgetMs: 6 * HOUR_MS },
  mailFrom: { free: 20, firstMs: MINUTE_MS, mostMs: 15 * MINUTE_MS, forgetMs: 6 * HOUR_MS },
  invitedTo: { free: 10, firstMs: 10 * MINUTE_MS, mostMs: 6 * HOUR_MS, forgetMs: 24 * HOUR_MS },
  invitedBy: { free: 200, firstMs: 10 * SECOND_MS, mostMs: 10 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
} as const satisfies Record<string, Pace>

export type AttemptCounter = { kind: keyof typeof paces; subject: string }

/** `waitMs` until the attempt may be repeated, or null if it is allowed now. */
type Reserved = { waitMs: number | null; slowed: boolean }

/** The longest lifetime of any counter, in milliseconds. */
export const LONGEST_COUNT_MS = 24 * HOUR_MS

/** The counters for attempts on an account. */
export const countsOf = (
  call: Call,
  { account, device }: { account: string; device: string | null },
): AttemptCounter[] => {
  const address = networkOf(call.from ?? '')
  if (device !== null) return [{ kind: 'device', subject: `${account} ${device}` }]
  return [
    { kind: 'address', subject: address },
    { kind: 'pair', subject: `${account} ${address}` },
    { kind: 'account', subject: account },
  ]
}

/** The counter for attempts without an account: the client's address. */
export const addressCountOf = (call: Call): AttemptCounter => ({ kind: 'address', subject: networkOf(call.from ?? '') })

/** The counters for requested mail: the client's address, and the recipient. */
export const mailCountsOf = async (
  call: Call,
  email: string,
): Promise<{ from: AttemptCounter; to: AttemptCounter }> => ({
  from: { kind: 'mailFrom', subject: networkOf(call.from ?? '') },
  to: { kind: 'mailTo', subject: await addressOf(call, email) },
})

/** The counters for invitations: the recipient, for all senders, and the sending agency or company. */
export const invitationCountsOf = async (
  call: Call,
  { email, sender }: { email: string; sender: string | null },
): Promise<AttemptCounter[]> => [
  { kind: 'invitedTo', subject: await addressOf(call, email) },
  ...(sender === null ? [] : [{ kind: 'invitedBy', subject: sender } as const]),
]

/** Counts an invalid link, by the client's address: how long to wait before the next, or null. */
export const countInvalidLink = async (call: Call): Promise<number | null> =>
  (await countAttempt(call, [addressCountOf(call)])).waitMs

/** Counts an attempt. `slowed` is true for the attempt after which further ones have to wait. */
export const countAttempt = async (call: Call, counted: readonly AttemptCounter[]): Promise<Reserved> => {
  let slowed = false
  for (const one of counted) {
    const pace = paces[one.kind]
    const found = await count(call, one, pace)
    if (found.waitMs !== null) return { waitMs: found.waitMs, slowed: false }
    slowed ||= found.count === pace.free
  }
  return { waitMs: null, slowed }
}

const count = async (
  call: Call,
  counted: AttemptCounter,
  { free, firstMs, mostMs, forgetMs }: Pace,
): Promise<{ count: number; waitMs: number | null }> => {
  const { db } = call
  // Counts for the whole service use its clock, not that of the company.
  const now = serviceTime(call)
  const key = keyOf(call, counted)
  const since = new Date(now.getTime() - forgetMs)
  // A count from the future was made before a clock was turned back. If it is only slightly ahead, a concurrent request
  // has overtaken this one, which then must not reset it.
  const ahead = new Date(now.getTime() + SKEW_MS)
  const taken = await db.maybe<{ count: number }>(sql`
    insert into identity.guess as g (key, count, last_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      count = case when g.last_at <= ${since} or g.last_at > ${ahead} then 1 else g.count + 1 end,
      last_at = case when g.last_at > ${ahead} then ${now} else greatest(g.last_at, ${now}) end
    where g.last_at <= ${since} or g.last_at > ${ahead} or g.count < ${free} or
      extract(epoch from ${now}::timestamptz - g.last_at) * 1000
      >= least(${mostMs}::float8, ${firstMs}::float8 * 2 ^ least(g.count - ${free}::integer, 30))
    returning count`)
  if (taken) return { count: taken.count, waitMs: null }
  const held = await db.maybe<{ count: number; last_at: Date }>(sql`
    select count, last_at from identity.guess where key = ${key}`)
  if (!held) return { count: 0, waitMs: firstMs }
  const delay = Math.min(mostMs, firstMs * 2 ** Math.min(held.count - free, MOST_DOUBLINGS))
  return { count: held.count, waitMs: Math.max(SECOND_MS, held.last_at.getTime() + delay - now.getTime()) }
}

const MOST_DOUBLINGS = 30
/** Most difference between the clocks of processes, and wait of a request for its turn, in milliseconds. */
const SKEW_MS = 10 * MINUTE_MS

/** After a correct answer: resets the counters of this person here, and gives the attempt back to the address. */
export const resetAttempts = async (call: Call, counted: readonly AttemptCounter[]): Promise<void> => {
  const keysOf = (shared: boolean) =>
    counted.filter(({ kind }) => (kind === 'address' || kind === 'account') === shared).map((one) => keyOf(call, one))
  await call.db.rows(sql`delete from identity.guess where key = any(${keysOf(false)}::bytea[])`)
  await call.db.rows(sql`
    update identity.guess set count = greatest(count - 1, 0) where key in (
      select key from identity.guess where key = any(${keysOf(true)}::bytea[]) order by key for update)`)
}

/** Keyed, so that a copy of the database does not reveal who tried from where. */
const keyOf = ({ keyFor }: Call, { kind, subject }: AttemptCounter): Buffer =>
  createHmac('sha256', keyFor('guesses')).update(`${kind} ${subject}`).digest()

/** An IPv4 address unchanged; the first half of an IPv6 address, since one customer has all of the rest (RFC 6177). */
const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = (plain.toLowerCase().split('%', 1)[0] ?? '').split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const filled = plain.includes('::')
    ? [...front, ...Array(GROUPS - front.length - back.length).fill('0'), ...back]
    : front
  return filled
    .slice(0, GROUPS / 2)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Groups in an IPv6 address. */
const GROUPS = 8
