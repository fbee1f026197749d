// What a new company has to do, in place of an empty queue: each step is done when the data says so.
import { queries, useCompany } from '#client'
import { CompanyLink } from '#console/figures'
import { Empty, Tag } from '#ui'
import { useWords } from '#words'
import { type StepKey, stepsOf } from './getting-started.rules.ts'
import { gettingStartedWords } from './getting-started-words.ts'

/** Where each step is done. */
const places: Readonly<Record<StepKey, readonly [path: string, search?: Record<string, string>]>> = {
  address: ['/settings/company'],
  bankgiro: ['/settings/sales'],
  logo: ['/settings/sales'],
  balances: ['/settings/opening-balances'],
  bankAccount: ['/settings/bank-accounts', { open: 'new' }],
  statement: ['/bank'],
  invoice: ['/invoices/new'],
}

/** The steps; `empty` once all are done, or nothing of them is known. */
export const GettingStarted = ({ empty }: { empty: string }) => {
  const texts = useWords(gettingStartedWords)
  const { id: companyId, may } = useCompany()
  const path = { companyId }
  const company = queries.useQuery('get', '/companies/{companyId}/company-information', { params: { path } })
  const one = { params: { path, query: { pageSize: 1 } } }
  const sales = queries.useQuery(
    'get',
    '/companies/{companyId}/sales-settings',
    { params: { path } },
    { enabled: may('sales-settings:write') },
  )
  const entries = queries.useQuery('get', '/companies/{companyId}/journal-entries', one, {
    enabled: may('fiscal-years:manage'),
  })
  const accounts = queries.useQuery('get', '/companies/{companyId}/bank-accounts', one, {
    enabled: may('bank-accounts:write'),
  })
  const statements = queries.useQuery('get', '/companies/{companyId}/bank-statements', one, {
    enabled: may('bank-statements:write'),
  })
  const invoices = queries.useQuery('get', '/companies/{companyId}/invoices', one, { enabled: may('invoices:write') })
  const all = [company, sales, entries, accounts, statements, invoices]
  if (all.some(({ isLoading }) => isLoading)) return null
  const steps = stepsOf({
    address: may('company-information:write') && company.data ? company.data.address : null,
    sales: sales.data ?? null,
    entries: entries.data?.items.length ?? null,
    accounts: accounts.data?.items.length ?? null,
    statements: statements.data?.items.length ?? null,
    invoices: invoices.data?.items.length ?? null,
  })
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return <Empty>{empty}</Empty>
  return (
    <section className="getting-started" aria-labelledby="getting-started">
      <h3 id="getting-started">{texts.title}</h3>
      <p className="soft">{texts.done(done, steps.length)}</p>
      <ol>
        {steps.map(({ key, isDone }) => {
          const [to, search] = places[key]
          return (
            <li key={key}>
              <div className="getting-started-step">
                <CompanyLink to={to} {...(search ? { search } : {})}>
                  {texts.steps[key]}
                </CompanyLink>
                {isDone && <Tag tone="good">{texts.isDone}</Tag>}
              </div>
              {!isDone && (
                <details>
                  <summary>{texts.how}</summary>
                  <p>{texts.hows[key]}</p>
                </details>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
