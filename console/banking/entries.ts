// Entries booked before the bank reported the money, which may match some transactions.
import { useMemo, useState } from 'react'
import { queries, type Schema, useAllPages, useCompany } from '#client'
import { addDays, type Choice, type Ore, oreOf } from '#ui'
import type { Line } from './proposals.ts'

type Entry = Schema<'BookedJournalEntry'>

/** An entry with what it has on the bank's account. */
type Booked = { id: string; number: string; title: string; date: string; ore: Ore }

/** How many days around the transactions entries are offered from, until the user searches for others. */
const DAYS = 60
/** How many of them are read, and how many are offered at once. */
const MOST_READ = 500
const MOST = 30

/** The account in the chart that a bank account stands on; null until it is known. */
export const useBankAccount = (bankAccountId: string): number | null => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/bank-accounts/{bankAccountId}',
    { params: { path: { companyId, bankAccountId } } },
    { enabled: bankAccountId !== '' && may('bank-accounts:read') },
  )
  return data?.account ?? null
}

/** Entries that may be these lines': on the account, the same way and at least as much, and those that are searched. */
export const useEntries = (lines: readonly Line[], account: number | null) => {
  const [text, setText] = useState('')
  const days = lines.map(({ date }) => date).toSorted()
  const [first = '', last = ''] = [days.at(0), days.at(-1)]
  const near = useOn(account, `date>=${addDays(first, -DAYS)}&&date<=${addDays(last, DAYS)}`)
  const quoted = `"${text.replace(/["\\]/g, '\\$&')}"`
  const sought = useOn(text === '' ? null : account, `(journalEntryNumber=~${quoted}||title=~${quoted})`)
  const sum = lines.reduce((all, { amount }) => all + oreOf(amount), 0)
  const entries = useMemo(() => {
    const found = new Map([...near, ...sought].map((entry) => [entry.id, entry]))
    return [...found.values()]
      .filter((entry) => !entry.reversesJournalEntryRef && !entry.reversedByJournalEntryRef)
      .map((entry) => bookedOn(entry, account ?? 0))
      .filter(({ ore }) => ore !== 0 && ore > 0 === sum > 0 && Math.abs(ore) >= Math.abs(sum))
  }, [near, sought, account, sum])
  return { entries, search: setText }
}

const useOn = (account: number | null, query: string): readonly Entry[] => {
  const { id: companyId, may } = useCompany()
  return useAllPages<Entry>('/journal-entries', {
    companyId,
    query: { accounts: String(account), query },
    most: MOST_READ,
    enabled: account !== null && may('journal-entries:read'),
  }).rows
}

const bookedOn = ({ id, journalEntryNumber: number, title, date, items }: Entry, account: number): Booked => {
  const own = items.filter((item) => item.account === account)
  return {
    id,
    number,
    title,
    date,
    ore: own.reduce((all, one) => all + oreOf(one.debit ?? 0) - oreOf(one.credit ?? 0), 0),
  }
}

/** Those that a text names, the nearest to an amount and then to a day first. */
export const entryChoices = (
  entries: readonly Booked[],
  { text, aim, day, money }: { text: string; aim: Ore; day: string; money: (ore: Ore) => string },
): Choice[] => {
  const plain = (of: string) => of.toLowerCase().replace(/\s/g, '')
  const apart = ({ date }: Booked) => Math.abs(Date.parse(date) - Date.parse(day))
  return entries
    .filter((one) => plain(`${shownEntry(one, money)} ${one.date}`).includes(plain(text)))
    .toSorted((one, two) => Math.abs(one.ore - aim) - Math.abs(two.ore - aim) || apart(one) - apart(two))
    .slice(0, MOST)
    .map((one) => ({ value: one.id, label: shownEntry(one, money), hint: one.date }))
}

export const shownEntry = ({ number, title, ore }: Booked, money: (ore: Ore) => string): string =>
  `${number} ${title} ${money(ore)}`

/** What is matched with an entry, and what of it is left on the bank's account; null until it is known. */
export const useMatchedWith = (journalEntryId: string) => {
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/journal-entries/{journalEntryId}/bank-transactions',
    { params: { path: { companyId, journalEntryId } } },
    { enabled: journalEntryId !== '' },
  )
  return data ?? null
}
