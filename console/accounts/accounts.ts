// The active accounts of the company, and those that match the typed text.
import { useMemo } from 'react'
import { queries, type Schema, useCompany } from '#client'
import { accountsOfWord } from '#rule/account-words'
import type { Choice } from '#ui'

export type Account = Schema<'Account'>

/** Choices that are offered at once. */
const MOST = 40

/** The active accounts by number, and the name of each; empty until they have been read. */
export const useAccounts = () => {
  const { id: companyId, may } = useCompany()
  const { data, isLoading } = queries.useQuery(
    'get',
    '/companies/{companyId}/chart-of-accounts',
    { params: { path: { companyId } } },
    { enabled: may('chart-of-accounts:read') },
  )
  return useMemo(() => {
    const accounts = data ?? []
    const names = new Map(accounts.map(({ account, name }) => [account, name]))
    return { accounts, names, nameOf: (account: number): string => names.get(account) ?? '', isLoading }
  }, [data, isLoading])
}

/** The company's accounts by role; empty until they have been read, and where they may not be. */
export const useAccountRoles = (): ReadonlyMap<string, number> => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/account-map',
    { params: { path: { companyId } } },
    { enabled: may('account-map:read') },
  )
  return useMemo(() => new Map((data?.roles ?? []).map(({ role, account }) => [role, account])), [data])
}

/**
 * Digits search by number, letters by name: names that begin with them first, then words that do, and what owners call
 * the things that are booked there.
 */
export const choicesOf = (accounts: readonly Account[], text: string): Choice[] => {
  const plain = text.trim().toLowerCase()
  const called = accountsOfWord(plain)
  const fitting = /^\d+$/.test(plain)
    ? accounts.filter(({ account }) => String(account).startsWith(plain))
    : accounts
        .map((one) => ({ one, rank: rankOf(one.name.toLowerCase(), plain, called.indexOf(mainOf(one.account))) }))
        .filter(({ rank }) => rank >= 0)
        .toSorted((left, right) => left.rank - right.rank)
        .map(({ one }) => one)
  return fitting.slice(0, MOST).map(({ account, name }) => ({ value: String(account), label: `${account} ${name}` }))
}

/** A sub-account is called as the one above it. */
const mainOf = (account: number): number => Number(String(account).slice(0, 4))

/** Before names in which the text stands within a word. */
const AS_CALLED = 2
/** More than a word has accounts. */
const AFTER_CALLED = 100

/** The lower the better; -1 does not fit. `called`: the place among the accounts that a word means, or -1. */
const rankOf = (name: string, text: string, called: number): number => {
  if (name.startsWith(text)) return 0
  if (name.includes(` ${text}`)) return 1
  if (called >= 0) return AS_CALLED + called
  return name.includes(text) ? AFTER_CALLED : -1
}
