// The union scheme (One Stop Shop): the return of a quarter, those that were made, and the accounts that they are of.
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { queries, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { useDownload } from '#console/figures'
import { ConfirmButton, send, useDo } from '#console/form'
import { DecimalInput, FailureMessage, Heads, Page, PageSkeleton, ResilientContent, today, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { OssAccounts } from './OssAccounts.tsx'
import { amountInEuro, countryName, endedQuarters } from './oss.rules.ts'
import { ossWords } from './oss-words.ts'

export { OssPage as Page }

const ADDRESS = '/companies/{companyId}/oss-returns'

type OssReturn = Schema<'OssReturn'>

/** The returns that are shown. */
const MOST_RETURNS = 40

const OssPage = () => {
  const texts = useWords(ossWords)
  const { id: companyId, may } = useCompany()
  const found = queries.useQuery('get', ADDRESS, {
    params: { path: { companyId }, query: { pageSize: MOST_RETURNS } },
  })
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className="stack">
        {may('reports:write') && <Making />}
        <section className="card stack" aria-label={texts.returns}>
          <h2>{texts.returns}</h2>
          <ResilientContent of={found}>
            {found.data?.items.length === 0 && <p className="soft">{texts.none}</p>}
            {(found.data?.items ?? []).map((made) => (
              <Made key={made.id} made={made} />
            ))}
          </ResilientContent>
        </section>
        <OssAccounts />
      </div>
    </Page>
  )
}

/** The return of a quarter before it is made. */
const Making = () => {
  const texts = useWords(ossWords)
  const { id: companyId } = useCompany()
  const [url, set] = useUrl()
  const { isBusy, run } = useDo()
  const refresh = useRefresh()
  const intent = useIntent()
  const [rate, setRate] = useState('')
  const quarters = endedQuarters(today())
  const chosen = quarters.find(({ key }) => key === url.quarter) ?? quarters[0]
  if (!chosen) return null
  const { year, quarter } = chosen
  const body = { year, quarter, ...(Number(rate) > 0 ? { currencyRate: Number(rate) } : {}) }
  const make = () =>
    run(async () => {
      await send('POST', ADDRESS, { path: { companyId }, body, headers: intent.headers(body) })
      await refresh('oss-returns')
    }, texts.made)
  return (
    <section className="card stack" aria-label={texts.toMake}>
      <h2>{texts.toMake}</h2>
      <div className="form-grid">
        <NativeSelect
          label={texts.quarter}
          value={chosen.key}
          onChange={({ currentTarget }) => set({ quarter: currentTarget.value })}
          data={quarters.map((one) => ({ value: one.key, label: texts.quarterOf(one.quarter, one.year) }))}
        />
        <DecimalInput label={texts.rateOfEuro} description={texts.rateHint} value={rate} onChange={setRate} />
      </div>
      <div className="page-actions">
        <ConfirmButton label={texts.make} keys="b" variant="filled" isBusy={isBusy} onSure={make}>
          <p>{texts.makeLead}</p>
          <Preview body={body} />
        </ConfirmButton>
      </div>
    </section>
  )
}

type Body = { year: number; quarter: number; currencyRate?: number }

const Preview = ({ body }: { body: Body }) => {
  const { id: companyId } = useCompany()
  const { data, error } = queries.useQuery(
    'post',
    ADDRESS,
    { params: { path: { companyId }, query: { dryRun: true } }, body } as never,
    { retry: false, staleTime: 0 },
  )
  return (
    <>
      {error && <FailureMessage error={error} />}
      {!data && !error && <PageSkeleton lines={3} />}
      {data && <Figures of={data as OssReturn} />}
    </>
  )
}

const Made = ({ made }: { made: OssReturn }) => {
  const texts = useWords(ossWords)
  const addressOf = useDownload()
  return (
    <section className="stack" aria-label={texts.quarterOf(made.quarter, made.year)}>
      <h3>{texts.quarterOf(made.quarter, made.year)}</h3>
      <Figures of={made} />
      <p className="soft">{texts.fileLead}</p>
      <div className="page-actions">
        <Button
          component="a"
          size="sm"
          variant="default"
          download
          href={addressOf(`/oss-returns/${made.id}/file`)}
          aria-label={`${texts.file}, ${texts.quarterOf(made.quarter, made.year)}`}
        >
          {texts.file}
        </Button>
      </div>
    </section>
  )
}

const Figures = ({ of: { lines, corrections, payable, dueDate } }: { of: OssReturn }) => {
  const texts = useWords(ossWords)
  const language = useLanguage()
  const euro = (amount: number) => amountInEuro(amount, language)
  return (
    <>
      {lines.length === 0 && <p>{texts.noLines}</p>}
      {lines.length > 0 && (
        <table className="plain-table">
          <Heads texts={[texts.country, texts.supply]} amounts={[texts.rate, texts.base, texts.tax]} />
          <tbody>
            {lines.map(({ country, taxRate, supply, base, tax }) => (
              <tr key={`${country} ${taxRate} ${supply}`}>
                <td>{countryName(country, language)}</td>
                <td>{texts.supplies[supply]}</td>
                <td className="is-right">{euro(taxRate)}</td>
                <td className="is-right">{euro(base)}</td>
                <td className="is-right">{euro(tax)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {corrections.length > 0 && (
        <>
          <h4>{texts.corrections}</h4>
          <table className="plain-table">
            <Heads texts={[texts.quarter, texts.country]} amounts={[texts.tax]} />
            <tbody>
              {corrections.map(({ year, quarter, country, tax }) => (
                <tr key={`${year} ${quarter} ${country}`}>
                  <td>{texts.quarterOf(quarter, year)}</td>
                  <td>{countryName(country, language)}</td>
                  <td className="is-right">{euro(tax)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <p>
        {texts.payable}: <strong>{euro(payable)}</strong>. {texts.due} {dueDate}.
      </p>
    </>
  )
}
