// What changes next in the law, and what of the company each change touches, with the way to the page that changes it.
import { queries, type Schema, useCompany } from '#client'
import { CompanyLink } from '#console/figures'
import { FailureMessage, numberText, Page, PageSkeleton } from '#ui'
import { useLanguage, useWords } from '#words'
import { lawChangeWords } from './law-change-words.ts'

export { LawChangesPage as Page }

type LawChanges = Schema<'LawChanges'>
type Change = LawChanges['changes'][number]

const LawChangesPage = () => {
  const texts = useWords(lawChangeWords)
  const { id: companyId } = useCompany()
  const { data, error, refetch } = queries.useQuery('get', '/companies/{companyId}/law-changes', {
    params: { path: { companyId } },
  })
  return (
    <Page title={texts.title} lead={texts.lead}>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <div className="stack">
          <Coming changes={data.changes} />
          <Chart chart={data.chart} />
        </div>
      )}
    </Page>
  )
}

const Coming = ({ changes }: Pick<LawChanges, 'changes'>) => {
  const texts = useWords(lawChangeWords)
  const language = useLanguage()
  const textOf = (value: number, unit: string) => texts.valueOf(numberText(value, language), unit)
  return (
    <section className="card stack" aria-label={texts.coming}>
      <h2>{texts.coming}</h2>
      {changes.length === 0 && <p className="soft">{texts.none}</p>}
      {changes.length > 0 && (
        <table className="plain-table is-folding">
          <thead>
            <tr>
              {[texts.what, texts.from, texts.change, texts.touches, texts.source].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={`${change.key} ${change.from}`}>
                <th scope="row">{change.name}</th>
                <td>{change.from}</td>
                <td>
                  {texts.becomes(
                    change.before === null ? null : textOf(change.before, change.unit),
                    textOf(change.value, change.unit),
                  )}
                </td>
                <td>
                  <Touches change={change} />
                </td>
                <td className="soft">
                  {change.certainty === 'unconfirmed' ? `${change.source} (${texts.unconfirmed})` : change.source}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const order = ['items', 'recurringInvoices', 'entryTemplates', 'matchingRules', 'ownRates', 'ossAccounts'] as const

const Touches = ({ change }: { change: Change }) => {
  const texts = useWords(lawChangeWords)
  const { may } = useCompany()
  const told = order.filter((name) => change.touches[name] > 0).map((name) => texts.touched[name](change.touches[name]))
  if (told.length === 0) return <span className="soft">{texts.nothing}</span>
  return (
    <>
      {told.join(', ')}
      {change.key.startsWith('vat.') && (
        <>
          {' · '}
          <CompanyLink to="/vat-changes" label={`${texts.look}, ${change.name}`}>
            {texts.look}
          </CompanyLink>
        </>
      )}
      {change.key.startsWith('unionVat.') && may('reports:read') && (
        <>
          {' · '}
          <CompanyLink to="/oss" label={`${texts.look}, ${change.name}`}>
            {texts.look}
          </CompanyLink>
        </>
      )}
    </>
  )
}

const Chart = ({ chart: { year, adds, renames, retires } }: Pick<LawChanges, 'chart'>) => {
  const texts = useWords(lawChangeWords)
  const { may } = useCompany()
  const told = [
    ...(adds > 0 ? [texts.adds(adds)] : []),
    ...(renames > 0 ? [texts.renames(renames)] : []),
    ...(retires > 0 ? [texts.retires(retires)] : []),
  ]
  return (
    <section className="card stack" aria-label={texts.chart}>
      <h2>{texts.chart}</h2>
      {told.length === 0 && <p className="soft">{texts.chartSame(year)}</p>}
      {told.length > 0 && (
        <>
          <p className="soft">{texts.chartLead(year)}</p>
          <ul>
            {told.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {may('chart-of-accounts:read') && <CompanyLink to="/accounts">{texts.look}</CompanyLink>}
        </>
      )}
    </section>
  )
}
