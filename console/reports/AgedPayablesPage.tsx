// Payables by how late they are.
import type { Schema } from '#client'
import { Go, Sheet } from '#console/figures'
import { Bones, Empty, Wrong } from '#ui'
import { useWords } from '#words'
import { type AskedDay, DayFrame } from './DayFrame.tsx'
import { More } from './More.tsx'
import { useTitle } from './ReportFrame.tsx'
import { Amount } from './Statement.tsx'
import { useReportPages } from './use-report-pages.ts'
import { words } from './words.ts'

export { AgedPayablesPage as Page }

const ages = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90Days', 'rest'] as const

const AgedPayablesPage = () => <DayFrame name="aged-payables">{(asked) => <Body {...asked} />}</DayFrame>

const Body = (asked: AskedDay) => {
  const texts = useWords(words)
  const label = useTitle('aged-payables')
  const pages = useReportPages<Schema<'AgedPayables'>>('aged-payables', asked)
  if (pages.error) return <Wrong error={pages.error} retry={() => void pages.refetch()} />
  if (!pages.data) return <Bones lines={12} />
  const [first] = pages.data.pages
  const parties = pages.data.pages.flatMap((page) => page.parties)
  if (!first || parties.length === 0) return <Empty>{texts.nothingOpen}</Empty>
  return (
    <>
      <Sheet label={label}>
        <thead>
          <tr>
            <th scope="col">{texts.supplier}</th>
            {ages.map((age) => (
              <th key={age} scope="col" className="is-right">
                {texts[age]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parties.map(({ supplier, ...amounts }) => (
            <tr key={supplier.id}>
              <th scope="row">
                <Go to="/reports/supplier-ledger" search={{ ...asked }}>
                  {supplier.name}
                </Go>
              </th>
              {ages.map((age) => (
                <Amount key={age} kronor={amounts[age]} />
              ))}
            </tr>
          ))}
          <tr className="row-result">
            <th scope="row">{texts.total}</th>
            {ages.map((age) => (
              <Amount key={age} kronor={first.total[age]} />
            ))}
          </tr>
        </tbody>
      </Sheet>
      <More pages={pages} />
    </>
  )
}
