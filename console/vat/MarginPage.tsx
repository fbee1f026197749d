// The margin scheme: the margin of a VAT period with its working, what remains to be booked, the periods that were
// worked out, and the accounts.
import { NativeSelect } from '@mantine/core'
import { queries, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { CompanyLink, spanText } from '#console/figures'
import { ConfirmButton, send, useDo } from '#console/form'
import { Heads, Money, Page, ResilientContent, today, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { MarginAccounts } from './MarginAccounts.tsx'
import { marginWords } from './margin-words.ts'

export { MarginPage as Page }

type Period = Schema<'VatPeriod'>
type Worked = Pick<Schema<'MarginPreview'>, 'margins' | 'accounts' | 'entry' | 'startDate' | 'endDate'>

/** The periods to choose from, and the calculations that are shown. */
const MOST_PERIODS = 60
const MOST_MARGINS = 24

const MarginPage = () => {
  const texts = useWords(marginWords)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const [{ period: asked }, set] = useUrl()
  const path = { companyId }
  const periods = queries.useQuery('get', '/companies/{companyId}/vat-periods', {
    params: { path, query: { pageSize: MOST_PERIODS } },
  })
  const found = queries.useQuery('get', '/companies/{companyId}/margins', {
    params: { path, query: { pageSize: MOST_MARGINS } },
  })
  const all = periods.data?.items ?? []
  const current = all.find(({ startDate }) => startDate === asked) ?? all.find(isOver) ?? all[0]
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className="stack">
        <section className="card stack" aria-label={texts.margins}>
          <ResilientContent of={periods}>
            {!current && (
              <p className="soft">
                {texts.noPeriods} <CompanyLink to="/settings/vat">{texts.setting}</CompanyLink>
              </p>
            )}
            {current && (
              <>
                <NativeSelect
                  label={texts.period}
                  value={current.startDate}
                  onChange={({ currentTarget }) => set({ period: currentTarget.value })}
                  data={all.map(({ startDate, endDate }) => ({
                    value: startDate,
                    label: spanText({ from: startDate, to: endDate }, language),
                  }))}
                />
                <OfPeriod key={current.startDate} period={current} />
              </>
            )}
          </ResilientContent>
        </section>
        <section className="card stack" aria-label={texts.earlier}>
          <h2>{texts.earlier}</h2>
          <ResilientContent of={found}>
            {found.data?.items.length === 0 && <p className="soft">{texts.noEarlier}</p>}
            {(found.data?.items ?? []).map((made) => (
              <section key={made.id} className="stack" aria-label={spanOf(made, language)}>
                <h3>{spanOf(made, language)}</h3>
                <Margins of={made} />
                {made.entry?.journalEntryRef && (
                  <p>
                    {texts.entry}{' '}
                    <CompanyLink to="/journal" search={{ open: made.entry.journalEntryRef.id }}>
                      {made.entry.journalEntryNumber}
                    </CompanyLink>
                  </p>
                )}
              </section>
            ))}
          </ResilientContent>
        </section>
        <MarginAccounts />
      </div>
    </Page>
  )
}

const isOver = ({ endDate }: Period): boolean => endDate < today()

const spanOf = ({ startDate, endDate }: Pick<Worked, 'startDate' | 'endDate'>, language: 'sv' | 'en'): string =>
  spanText({ from: startDate, to: endDate }, language)

/** A period by the books as they are, and what remains to be booked of it. */
const OfPeriod = ({ period }: { period: Period }) => {
  const texts = useWords(marginWords)
  const { id: companyId, may } = useCompany()
  const { isBusy, run } = useDo()
  const refresh = useRefresh()
  const intent = useIntent()
  const { startDate, endDate } = period
  const found = queries.useQuery('get', '/companies/{companyId}/margin-preview', {
    params: { path: { companyId }, query: { startDate, endDate } },
  })
  const body = { startDate, endDate }
  const workOut = () =>
    run(async () => {
      const path = { companyId }
      await send('POST', '/companies/{companyId}/margins', { path, body, headers: intent.headers(body) })
      await refresh('margins', 'margin-preview', 'vat-periods', 'reports', 'journal-entries')
    }, texts.worked)
  return (
    <ResilientContent of={found}>
      {found.data && (
        <>
          <State of={found.data} period={period} />
          <Margins of={found.data} />
          <Sums of={found.data} />
          {isOver(period) && found.data.isDue && may('reports:write') && (
            <div className="page-actions">
              <ConfirmButton label={texts.workOut} keys="b" variant="filled" isBusy={isBusy} onSure={workOut}>
                <p>{texts.workOutLead}</p>
                <Entry of={found.data} />
              </ConfirmButton>
            </div>
          )}
        </>
      )}
    </ResilientContent>
  )
}

const State = ({ of: { isDue, marginRef, accounts }, period }: { of: Schema<'MarginPreview'>; period: Period }) => {
  const texts = useWords(marginWords)
  if (accounts.length === 0) return <p className="soft">{texts.none}</p>
  if (!isOver(period)) return <p className="soft">{texts.isRunning}</p>
  if (isDue) return <p className="is-wrong">{texts.isDue}</p>
  return <p className="soft">{marginRef === null ? texts.isIdle : texts.isDone}</p>
}

/** How each margin is worked out, line by line. */
const Margins = ({ of: { margins } }: { of: Worked }) => {
  const texts = useWords(marginWords)
  return (
    <>
      {margins.map((margin) => (
        <table key={`${margin.method} ${margin.taxRate}`} className="plain-table">
          <caption>
            {texts.rateOf(margin.taxRate)}, {texts.methods[margin.method].toLowerCase()}
          </caption>
          <tbody>
            <Line name={texts.sales} kronor={margin.sales} />
            <Line name={texts.purchases} kronor={-margin.purchases} />
            {margin.carriedIn > 0 && <Line name={texts.carriedIn} kronor={-margin.carriedIn} />}
            <Line name={texts.margin} kronor={margin.margin} isSum />
            <Line name={texts.tax} kronor={margin.tax} />
            <Line name={texts.base} kronor={margin.base} />
            {margin.carriedOut > 0 && <Line name={texts.carriedOut} kronor={margin.carriedOut} />}
          </tbody>
        </table>
      ))}
    </>
  )
}

const Line = ({ name, kronor, isSum = false }: { name: string; kronor: number; isSum?: boolean }) => (
  <tr>
    <th scope="row">{isSum ? <strong>{name}</strong> : name}</th>
    <td className="is-right">
      <Money kronor={kronor} />
    </td>
  </tr>
)

/** What stands on each account, with its entries. */
const Sums = ({ of: { accounts, startDate: from, endDate: to } }: { of: Worked }) => {
  const texts = useWords(marginWords)
  if (accounts.length === 0) return null
  return (
    <table className="plain-table">
      <caption>{texts.accountSums}</caption>
      <Heads texts={[texts.account, texts.kind]} amounts={[texts.amount]} />
      <tbody>
        {accounts.map(({ account, kind, taxRate, method, amount }) => (
          <tr key={`${account} ${kind} ${taxRate} ${method}`}>
            <td>
              <CompanyLink to="/journal" search={{ accounts: String(account), from, to }}>
                {account}
              </CompanyLink>
            </td>
            <td>{texts.kinds[kind]}</td>
            <td className="is-right">
              <Money kronor={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Entry = ({ of: { entry } }: { of: Worked }) => {
  const texts = useWords(marginWords)
  if (!entry) return null
  return (
    <table className="plain-table">
      <caption>{texts.toBook}</caption>
      <Heads texts={[texts.account, texts.box]} amounts={[texts.debit, texts.credit]} />
      <tbody>
        {entry.items.map(({ account, debit, credit, vatCode }) => (
          <tr key={`${account} ${vatCode}`}>
            <td>{account}</td>
            <td>{vatCode === 'none' ? texts.noBox : vatCode}</td>
            <td className="is-right">{debit > 0 && <Money kronor={debit} />}</td>
            <td className="is-right">{credit > 0 && <Money kronor={credit} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
