// The annual report of a year, and what it takes from the books: several years side by side, equity, fixed assets.
import { queries, type Schema, useCompany } from '#client'
import { AnnualReport } from '#console/annual-report'
import { CompanyLink, Downloads, Figure, Sheet, YearPage, yearText } from '#console/figures'
import { Money, numberText, PageSkeleton, ResilientContent } from '#ui'
import { useLanguage, useWords } from '#words'
import { HandIn } from './HandIn.tsx'
import { words } from './words.ts'

export { AnnualReportPage as Page }

type Data = Schema<'AnnualReportData'>

const AnnualReportPage = () => {
  const texts = useWords(words)
  return (
    <YearPage title={texts.annual} lead={texts.annualLead} first="lastOver">
      {({ id }) => (
        <>
          <HandIn kind="annualReport" fiscalYearId={id} />
          <div className="year-end">
            <AnnualReport key={`report.${id}`} fiscalYearId={id} />
            <Annual key={id} fiscalYearId={id} />
          </div>
        </>
      )}
    </YearPage>
  )
}

const Annual = ({ fiscalYearId }: { fiscalYearId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const found = queries.useQuery('get', '/companies/{companyId}/fiscal-years/{fiscalYearId}/annual-report-data', {
    params: { path: { companyId, fiscalYearId } },
  })
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={10} />}>
      {(data) => (
        <>
          <section className="year-end-part">
            <h2>{texts.fromBooks}</h2>
            <p>
              <CompanyLink to="/financial-statements" search={{ year: fiscalYearId }}>
                {texts.statements}
              </CompanyLink>
            </p>
            <Downloads path={`/fiscal-years/${fiscalYearId}/annual-report-data`} search={{}} />
          </section>
          <section className="year-end-part">
            <h2>{texts.overview}</h2>
            <Years data={data} />
          </section>
          <section className="year-end-part">
            <h2>{texts.equity}</h2>
            <Equity data={data} />
          </section>
          {data.fixedAssets.length > 0 && (
            <section className="year-end-part">
              <h2>{texts.assets}</h2>
              <Notes data={data} />
            </section>
          )}
        </>
      )}
    </ResilientContent>
  )
}

const figures = ['netSales', 'resultAfterFinancialItems', 'totalAssets', 'adjustedEquity'] as const

const Years = ({ data }: { data: Data }) => {
  const texts = useWords(words)
  const language = useLanguage()
  return (
    <Sheet label={texts.overview}>
      <thead>
        <tr>
          <th scope="col">{texts.year}</th>
          {data.years.map((year) => (
            <th key={year.id} scope="col" className="is-right">
              {yearText(year)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map((name) => (
          <tr key={name}>
            <th scope="row">{texts[name]}</th>
            {data.years.map(({ id, startDate, endDate, ...year }) => (
              <td key={id} className="is-right">
                <Figure
                  kronor={year[name].amount}
                  opens={{ accounts: year[name].accounts, span: { from: startDate, to: endDate } }}
                />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{texts.equityRatio}</th>
          {data.years.map(({ id, equityRatio }) => (
            <td key={id} className="is-right">
              {equityRatio === null ? '–' : numberText(equityRatio, language)}
            </td>
          ))}
        </tr>
      </tbody>
    </Sheet>
  )
}

const Heads = ({ titles }: { titles: readonly string[] }) => (
  <thead>
    <tr>
      {titles.map((title, place) => (
        <th key={title} scope="col" className={place === 0 ? undefined : 'is-right'}>
          {title}
        </th>
      ))}
    </tr>
  </thead>
)

const Cell = ({ kronor }: { kronor: number | null }) => (
  <td className="is-right">
    <Money kronor={kronor} dash />
  </td>
)

const Equity = ({ data: { equity, fiscalYear } }: { data: Data }) => {
  const texts = useWords(words)
  const span = { from: fiscalYear.startDate, to: fiscalYear.endDate }
  return (
    <Sheet label={texts.equity}>
      <Heads titles={[texts.account, texts.opening, texts.change, texts.closing]} />
      <tbody>
        {equity.rows.map(({ account, name, opening, change, closing }) => (
          <tr key={account}>
            <th scope="row">
              {account} {name}
            </th>
            <Cell kronor={opening} />
            <td className="is-right">
              <Figure kronor={change} opens={{ accounts: String(account), span }} />
            </td>
            <Cell kronor={closing} />
          </tr>
        ))}
        {equity.unbookedResult !== 0 && (
          <tr className="row-total">
            <th scope="row">{texts.unbookedResult}</th>
            <Cell kronor={null} />
            <Cell kronor={equity.unbookedResult} />
            <Cell kronor={null} />
          </tr>
        )}
      </tbody>
    </Sheet>
  )
}

const parts = ['acquisition', 'depreciation', 'writeDowns'] as const

const Notes = ({ data: { fixedAssets, fiscalYear } }: { data: Data }) => {
  const texts = useWords(words)
  const span = { from: fiscalYear.startDate, to: fiscalYear.endDate }
  const nameOf = (key: string) => texts.assetGroups[key as keyof typeof texts.assetGroups] ?? key
  return (
    <Sheet label={texts.assets}>
      <Heads titles={[texts.what, texts.opening, texts.increase, texts.decrease, texts.closing]} />
      <tbody>
        {fixedAssets.flatMap(({ key, carrying, ...note }) => [
          <tr key={key} className="row-heading">
            <th scope="rowgroup" colSpan={5}>
              {nameOf(key)}
            </th>
          </tr>,
          ...parts
            .filter((name) => note[name].accounts !== null)
            .map((name) => {
              const { opening, increase, decrease, closing, accounts } = note[name]
              return (
                <tr key={`${key}.${name}`} className="row-group">
                  <th scope="row">{texts.assetParts[name]}</th>
                  <Cell kronor={opening} />
                  {[increase, decrease].map((kronor, place) => (
                    <td key={place === 0 ? 'increase' : 'decrease'} className="is-right">
                      <Figure kronor={kronor} opens={{ accounts, span }} />
                    </td>
                  ))}
                  <Cell kronor={closing} />
                </tr>
              )
            }),
          <tr key={`${key}.carrying`} className="row-total">
            <th scope="row">{texts.carrying}</th>
            <Cell kronor={carrying.opening} />
            <Cell kronor={null} />
            <Cell kronor={null} />
            <Cell kronor={carrying.closing} />
          </tr>,
        ])}
      </tbody>
    </Sheet>
  )
}
