// Depreciation and accruals that are left to book for the year, with one press for each.
import { queries, type Schema, useCompany, useRefresh } from '#client'
import { CompanyLink } from '#console/figures'
import { ConfirmButton, send, useDo } from '#console/form'
import { FailureMessage, Money, PageSkeleton } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const Proposals = ({ year }: { year: Schema<'FiscalYear'> }) => {
  const { may } = useCompany()
  const texts = useWords(words)
  return (
    <>
      {may('fixed-assets:read') && <Depreciation year={year} />}
      <Accrued year={year} />
      {may('reports:read') && (
        <p>
          <CompanyLink to="/year-end-proposals" search={{ year: year.id }}>
            {texts.toProposals}
          </CompanyLink>
        </p>
      )}
    </>
  )
}

type Line = { key: string; date: string; title: string; amount: number }

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul className="plain-list settings-list">
    {lines.map(({ key, date, title, amount }) => (
      <li key={key}>
        <span>
          {date} {title}
        </span>
        <Money kronor={amount} />
      </li>
    ))}
  </ul>
)

/** Entries that are proposed for the end of the year, and the press that books them. */
const Part = ({
  title,
  press,
  scope,
  lines,
  error,
  onBook,
}: {
  title: string
  press: string
  /** What the caller must be allowed to book them. */
  scope: string
  lines: readonly Line[] | undefined
  error: unknown
  onBook: () => Promise<unknown>
}) => {
  const texts = useWords(words)
  const { may } = useCompany()
  const { isBusy, run } = useDo()
  return (
    <section className="year-end-part">
      <h2>{title}</h2>
      {error ? <FailureMessage error={error} /> : null}
      {!lines && !error && <PageSkeleton lines={1} />}
      {lines && lines.length === 0 && <p className="soft">{texts.nothingToBook}</p>}
      {lines && lines.length > 0 && (
        <>
          <Lines lines={lines} />
          {may(scope) && (
            <div>
              <ConfirmButton label={press} isBusy={isBusy} onSure={() => run(onBook, texts.booked)}>
                <Lines lines={lines} />
              </ConfirmButton>
            </div>
          )}
        </>
      )}
    </section>
  )
}

const Depreciation = ({ year }: { year: Schema<'FiscalYear'> }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const asked = { from: year.startDate.slice(0, 7), to: year.endDate.slice(0, 7) }
  const { data, error } = queries.useQuery('get', '/companies/{companyId}/depreciations/proposal', {
    params: { path: { companyId }, query: { ...asked, per: 'year' } },
  })
  const lines = data?.entries.map(({ date, title, items }) => ({
    key: `${date}.${title}`,
    date,
    title,
    amount: items.reduce((sum, { debit }) => sum + debit, 0),
  }))
  const book = async () => {
    const body = { ...asked, per: 'year' }
    await send('POST', '/companies/{companyId}/depreciations', { path: { companyId }, body })
    await refresh('depreciations', 'fixed-assets', 'fiscal-years', 'reports', 'journal-entries')
  }
  const told = { title: texts.depreciation, press: texts.bookDepreciation, scope: 'fixed-assets:write' }
  return <Part {...told} lines={lines} error={error} onBook={book} />
}

const Accrued = ({ year }: { year: Schema<'FiscalYear'> }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const to = year.endDate.slice(0, 7)
  const { data, error } = queries.useQuery('get', '/companies/{companyId}/accrual-portions/proposal', {
    params: { path: { companyId }, query: { to } },
  })
  const lines = data?.entries.map(({ accrualRef, date, title, amount }) => ({
    key: `${accrualRef.id}.${date}`,
    date,
    title,
    amount,
  }))
  const book = async () => {
    await send('POST', '/companies/{companyId}/accrual-portions', { path: { companyId }, body: { to } })
    await refresh('accrual-portions', 'accruals', 'fiscal-years', 'reports', 'journal-entries')
  }
  const told = { title: texts.accrued, press: texts.bookAccrued, scope: 'journal-entries:write' }
  return <Part {...told} lines={lines} error={error} onBook={book} />
}
