// The start page: what is to be done, and how the company stands.
import { useEffect } from 'react'
import { queries, useCompany, useSession } from '#client'
import { CompanyLink } from '#console/figures'
import { ages } from '#rule/ageing'
import { amountText, Chart, Money, oreOf, Page, ResilientContent, useAnnounce, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { Queue } from './Queue.tsx'
import { words } from './words.ts'

export { HomePage as Page }

const HomePage = () => {
  const texts = useWords(words)
  const { person } = useSession()
  return (
    <Page title={texts.title(person.name.split(' ')[0] ?? '')}>
      <Imported />
      <Queue />
      <KeyFigures />
    </Page>
  )
}

/** What came of the file that was brought along when the company was made. */
const Imported = () => {
  const texts = useWords(words)
  const [{ sie }, set] = useUrl()
  const say = useAnnounce()
  useEffect(() => {
    if (sie === undefined) return
    if (sie === 'failed') say(texts.notImported, { isWrong: true })
    else say(texts.imported(Number(sie)))
    set({ sie: null }, { replace: true })
  }, [say, set, sie, texts])
  return null
}

const KeyFigures = () => {
  const texts = useWords(words)
  const language = useLanguage()
  const { id: companyId, may } = useCompany()
  const found = queries.useQuery(
    'get',
    '/companies/{companyId}/reports/key-figures',
    { params: { path: { companyId } } },
    { enabled: may('reports:read') },
  )
  return (
    <ResilientContent of={found}>
      {(data) => {
        const { receivables, payables } = data
        const overdue = amountText(oreOf(receivables.overdueAmount), language)
        return (
          <>
            <dl className="figures">
              <div>
                <dt>{texts.cash}</dt>
                <dd>
                  <CompanyLink to="/reports/balance-sheet">
                    <Money kronor={data.cash.amount} />
                  </CompanyLink>
                </dd>
              </div>
              <div>
                <dt>{texts.result}</dt>
                <dd>
                  <CompanyLink to="/reports/income-statement">
                    <Money kronor={data.yearSoFar?.result ?? 0} />
                  </CompanyLink>
                </dd>
              </div>
              <div>
                <dt>{texts.unpaid}</dt>
                <dd>
                  <CompanyLink to="/reports/customer-ledger">
                    <Money kronor={receivables.amount} />
                  </CompanyLink>
                  {receivables.overdueCount > 0 && (
                    <small className="is-wrong">{texts.overdue(receivables.overdueCount, overdue)}</small>
                  )}
                </dd>
              </div>
              <div>
                <dt>{texts.toPay}</dt>
                <dd>
                  <CompanyLink to="/reports/supplier-ledger">
                    <Money kronor={payables.amount} />
                  </CompanyLink>
                </dd>
              </div>
            </dl>
            <div className="charts">
              <Chart
                title={texts.months}
                series={[texts.thisYear, texts.before]}
                bars={data.months.map(({ month, before }) => ({
                  label: month.from.slice(5, 7),
                  values: [oreOf(month.result), oreOf(before.result)],
                }))}
              />
              <Chart
                title={texts.cashByMonth}
                series={[texts.thisYear, texts.before]}
                bars={data.months.map(({ month, before }) => ({
                  label: month.from.slice(5, 7),
                  values: [oreOf(month.cash), oreOf(before.cash)],
                }))}
              />
              <UnpaidByAge />
            </div>
          </>
        )
      }}
    </ResilientContent>
  )
}

const UnpaidByAge = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/reports/aged-receivables', {
    params: { path: { companyId } },
  })
  if (!data) return null
  const bars = ages.map(({ key }) => ({ label: texts.ages[key], values: [oreOf(data.total[key])] }))
  return <Chart title={texts.unpaidByAge} series={[texts.amount]} bars={bars} />
}
