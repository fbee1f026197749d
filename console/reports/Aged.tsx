// Payables by how late they are.
import type { Schema } from '#client'
import { Go, More, Sheet, useReportPages } from '#console/figures'
import { Bones, Empty, Lasting, Money } from '#ui'
import { useWords } from '#words'
import { ages } from './age.ts'
import { type AskedDay, DayFrame } from './DayFrame.tsx'
import { useTitle } from './ReportFrame.tsx'
import { words } from './words.ts'

export { AgedPayablesPage as Page }

const columns = [...ages, 'rest'] as const

const AgedPayablesPage = () => (
  <DayFrame name="aged-payables" party="supplierId">
    {(asked) => <Body {...asked} />}
  </DayFrame>
)

const Body = (asked: AskedDay) => {
  const texts = useWords(words)
  const label = useTitle('aged-payables')
  const pages = useReportPages<Schema<'AgedPayables'>>('aged-payables', asked)
  return (
    <Lasting of={pages} bones={<Bones lines={12} />}>
      {(data) => {
        const [first] = data.pages
        const parties = data.pages.flatMap((page) => page.parties)
        if (!first || parties.length === 0) return <Empty>{texts.nothingOpen}</Empty>
        return (
          <>
            <Sheet label={label}>
              <thead>
                <tr>
                  <th scope="col">{texts.supplier}</th>
                  {columns.map((age) => (
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
                      <Go to="/reports/supplier-ledger" search={{ ...asked, supplierId: supplier.id }}>
                        {supplier.name}
                      </Go>
                    </th>
                    {columns.map((age) => (
                      <td key={age} className="is-right">
                        {amounts[age] === 0 ? (
                          <Money kronor={0} dash />
                        ) : (
                          <Go
                            to="/reports/supplier-ledger"
                            search={{ ...asked, supplierId: supplier.id, age: age === 'rest' ? null : age }}
                            className="figure"
                          >
                            <Money kronor={amounts[age]} />
                          </Go>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
                <tr className="row-result">
                  <th scope="row">{texts.total}</th>
                  {columns.map((age) => (
                    <td key={age} className="is-right">
                      <Go
                        to="/reports/supplier-ledger"
                        search={{ ...asked, age: age === 'rest' ? null : age }}
                        className="figure"
                      >
                        <Money kronor={first.total[age]} dash />
                      </Go>
                    </td>
                  ))}
                </tr>
              </tbody>
            </Sheet>
            <More pages={pages} />
          </>
        )
      }}
    </Lasting>
  )
}
