// Links within the company, and the way from a figure to what it is made of.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { base, useCompany } from '#client'
import { Money } from '#ui'
import type { Span } from './span.ts'

type Search = Readonly<Record<string, string | undefined | null>>

const given = (search: Search): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter(
      (pair): pair is [string, string] => pair[1] !== null && pair[1] !== undefined && pair[1] !== '',
    ),
  )

/** A link to a page of the company: `<Go to="/journal" search={{ open: id }}>`. */
export const CompanyLink = ({
  to,
  search = {},
  className,
  label,
  children,
}: {
  to: string
  search?: Search
  className?: string
  label?: string
  children: ReactNode
}) => {
  const { id } = useCompany()
  return (
    <Link
      to={`/companies/${id}${to}` as never}
      search={given(search) as never}
      {...(className ? { className } : {})}
      {...(label ? { 'aria-label': label } : {})}
    >
      {children}
    </Link>
  )
}

/** Longest list of accounts that a report takes. */
const MOST_ACCOUNTS = 1000

type Opened = { accounts: string | null; span: Span; tagId?: string; untaggedGroupId?: string; knownAt?: string }

/** An amount that links to the general ledger of its accounts. */
export const Figure = ({
  kronor,
  opens,
  decimals = 2,
}: {
  kronor: number | null
  opens: Opened | null
  decimals?: 0 | 2
}) => {
  const money = <Money kronor={kronor} dash decimals={decimals} />
  if (kronor === null || !opens?.accounts || opens.accounts.length > MOST_ACCOUNTS) return money
  const { accounts, span, ...more } = opens
  return (
    <CompanyLink to="/reports/general-ledger" search={{ ...span, accounts, ...more }} className="figure">
      {money}
    </CompanyLink>
  )
}

/** The address of something of the company that a browser downloads. */
export const useDownload = () => {
  const { id } = useCompany()
  return (path: string, search: Search = {}): string => {
    const text = new URLSearchParams(given(search)).toString()
    return `${base}/v1/companies/${id}${path}${text === '' ? '' : `?${text}`}`
  }
}
