// Depreciation and accruals that are left to book for the year, with one press for each.
import { queries, type Schema, useCompany, useRefresh } from '#client'
import { Sure, send, useDo } from '#console/form'
import { Bones, Money, Wrong } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const Proposals = ({ year }: { year: Schema<'FiscalYear'> }) => {
  const { may } = useCompany()
  return (
    <>
      {may('fixed-assets:read') && <Depreciation year={year} />}
      <Accrued year={year} />
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

const Depreciation = ({ year }: { year: Schema<'FiscalYear'> }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const asked = { from: year.startDate.slice(0, 7), to: year.endDate.slice(0, 7) }
  const { data, error } = queries.useQuery('get', '/companies/{companyId}/depreciations/proposal', {
    params: { path: { companyId }, query: { ...asked, per: 'year' } },
  })
  const lines = data?.entries.map(({ date, title, items }) => ({
    ...{ key: `${date}.${title}`, date, title, amount: items.reduce((sum, { debit }) => sum + debit, 0) },
  }))
  return (
    <section className="year-end-part">
      <h2>{texts.depreciation}</h2>
      {error && <Wrong error={error} />}
      {!lines && !error && <Bones lines={1} />}
      {lines && lines.length === 0 && <p className="soft">{texts.nothingToBook}</p>}
      {lines && lines.length > 0 && (
        <>
          <Lines lines={lines} />
          {may('fixed-assets:write') && (
            <div>
              <Sure
                label={texts.bookDepreciation}
                isBusy={isBusy}
                onSure={() =>
                  run(async () => {
                    const body = { ...asked, per: 'year' }
                    await send('POST', '/companies/{companyId}/depreciations', { path: { companyId }, body })
                    await refresh('depreciations', 'fixed-assets', 'fiscal-years', 'reports', 'journal-entries')
                  }, texts.booked)
                }
              >
                <Lines lines={lines} />
              </Sure>
            </div>
          )}
        </>
      )}
    </section>
  )
}

const Accrued = ({ year }: { year: Schema<'FiscalYear'> }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const to = year.endDate.slice(0, 7)
  const { data, error } = queries.useQuery('get', '/companies/{companyId}/accrual-portions/proposal', {
    params: { path: { companyId }, query: { to } },
  })
  const lines = data?.entries.map(({ accrualRef, date, title, amount }) => ({
    ...{ key: `${accrualRef.id}.${date}`, date, title, amount },
  }))
  return (
    <section className="year-end-part">
      <h2>{texts.accrued}</h2>
      {error && <Wrong error={error} />}
      {!lines && !error && <Bones lines={1} />}
      {lines && lines.length === 0 && <p className="soft">{texts.nothingToBook}</p>}
      {lines && lines.length > 0 && (
        <>
          <Lines lines={lines} />
          {may('journal-entries:write') && (
            <div>
              <Sure
                label={texts.bookAccrued}
                isBusy={isBusy}
                onSure={() =>
                  run(async () => {
                    await send('POST', '/companies/{companyId}/accrual-portions', { path: { companyId }, body: { to } })
                    await refresh('accrual-portions', 'accruals', 'fiscal-years', 'reports', 'journal-entries')
                  }, texts.booked)
                }
              >
                <Lines lines={lines} />
              </Sure>
            </div>
          )}
        </>
      )}
    </section>
  )
}
