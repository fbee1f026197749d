// The desk: the rail on the left, the bar above, and the page of the company.
import { Outlet, useMatches, useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type Company, CompanyContext, Feed, isRefused, keepLastCompany, queries } from '#client'
import { companyPages } from '#console/pages'
import { Allowed, accountIn, FailureMessage, goBy, PageSkeleton } from '#ui'
import { useWords } from '#words'
import { useArrival } from './arrival.ts'
import { Missing } from './Missing.tsx'
import { Rail } from './Rail.tsx'
import { RoundStrip } from './RoundStrip.tsx'
import { Top } from './Top.tsx'
import { words } from './words.ts'

export const CompanyFrame = () => {
  const texts = useWords(words)
  const { companyId = '' } = useParams({ strict: false }) as { companyId?: string }
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const {
    data: found,
    error,
    refetch,
  } = queries.useQuery('get', '/me/companies/{companyId}', {
    params: { path: { companyId } },
  })
  // Forms propose VAT rates by it as they open. If it cannot be read, they behave as if it were not set.
  const { data: vat, isFetched } = queries.useQuery(
    'get',
    '/companies/{companyId}/vat-setting',
    { params: { path: { companyId } } },
    { retry: false },
  )
  const { data: books, isFetched: isCurrencyFetched } = queries.useQuery(
    'get',
    '/companies/{companyId}/accounting-currency',
    { params: { path: { companyId } } },
    { retry: false },
  )
  const isVatRegistered = vat?.vatSetting !== 'notRegisteredForVat'
  const company = useMemo((): Company | null => {
    if (!found || !isFetched || !isCurrencyFetched) return null
    // Before the pages are drawn that ask which day it is.
    goBy(found.clockDays)
    accountIn(books?.accountingCurrency ?? 'SEK')
    const scopes = new Set(found.scopes)
    return { ...found, isVatRegistered, may: (scope) => scopes.has(scope) }
  }, [found, isFetched, isCurrencyFetched, books, isVatRegistered])
  useEffect(() => {
    if (company) keepLastCompany(company.id)
  }, [company])
  const page = usePageHere()
  useArrival()
  if (isRefused(error) && error.status === 404) return <Missing />
  if (!company)
    return (
      <main className="alone">
        {error ? <FailureMessage error={error} retry={() => void refetch()} /> : <PageSkeleton />}
      </main>
    )
  return (
    <CompanyContext value={company}>
      <Feed companyId={company.id} since={company.lastEventNumber} />
      <div className={isMenuOpen ? 'desk is-menu-open' : 'desk'}>
        <a className="skip" href="#main">
          {texts.skip}
        </a>
        <Rail onGo={() => setIsMenuOpen(false)} />
        <Top onMenu={() => setIsMenuOpen((was) => !was)} isMenuOpen={isMenuOpen} />
        <main id="main" tabIndex={-1} key={company.id}>
          <RoundStrip />
          <Allowed scope={page?.scope ?? null} {...(page ? { title: page.title } : {})}>
            <Outlet />
          </Allowed>
        </main>
      </div>
    </CompanyContext>
  )
}

/** The row of the open page: a shared link may lead to a page beyond the user's role. */
const usePageHere = () => {
  const here = useMatches({ select: (matches) => String(matches.at(-1)?.fullPath ?? '') })
  return companyPages.find(({ path }) => here === `/companies/$companyId${path}`)
}
