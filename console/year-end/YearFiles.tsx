// The files of a year, and what the annual report takes from the books.
import { Button } from '@mantine/core'
import { queries, refusalOf, type Schema, useCompany } from '#client'
import { Figure, Sheet, useDownload } from '#console/figures'
import { Act, Bones, numberText, useSay, Wrong } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './words.ts'

export const YearFiles = ({ year }: { year: Schema<'FiscalYear'> }) => {
  const texts = useWords(words)
  const { may } = useCompany()
  const addressOf = useDownload()
  const root = `/fiscal-years/${year.id}`
  const files = [
    ...(may('records:read')
      ? [
          [texts.archive, `${root}/archive`],
          [texts.history, `${root}/processing-history`],
          [texts.documentation, '/system-documentation'],
        ]
      : []),
  ]
  return (
    <section className="year-end-part">
      <h2>{texts.files}</h2>
      <div className="page-actions">
        <SruFile name="INFO.SRU" root={root} />
        <SruFile name="BLANKETTER.SRU" root={root} />
        {files.map(([name, path = '']) => (
          <Button key={path} component="a" size="sm" variant="default" href={addressOf(path)} download>
            {name}
          </Button>
        ))}
      </div>
      <Annual fiscalYearId={year.id} />
    </section>
  )
}

/** A file that is refused while something is missing in it; then that is said. */
const SruFile = ({ name, root }: { name: string; root: string }) => {
  const say = useSay()
  const addressOf = useDownload()
  const download = async () => {
    const response = await fetch(addressOf(`${root}/sru/${name}`))
    if (!response.ok) return say((await refusalOf(response)).message, { isWrong: true })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Act variant="default" onClick={() => void download()}>
      {name}
    </Act>
  )
}

const figures = ['netSales', 'resultAfterFinancialItems', 'totalAssets', 'adjustedEquity'] as const

const Annual = ({ fiscalYearId }: { fiscalYearId: string }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const { data, error } = queries.useQuery(
    'get',
    '/companies/{companyId}/fiscal-years/{fiscalYearId}/annual-report-data',
    { params: { path: { companyId, fiscalYearId } } },
  )
  if (error) return <Wrong error={error} />
  if (!data) return <Bones lines={4} />
  return (
    <>
      <h2>{texts.annual}</h2>
      <Sheet label={texts.annual}>
        <thead>
          <tr>
            <th scope="col">{texts.year}</th>
            {data.years.map(({ id, startDate, endDate }) => (
              <th key={id} scope="col" className="is-right">
                {startDate.slice(0, 4) === endDate.slice(0, 4) ? endDate.slice(0, 4) : `${startDate}–${endDate}`}
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
    </>
  )
}
