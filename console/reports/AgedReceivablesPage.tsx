// Receivables by how late they are.
import type { Schema } from '#client'
import { Go, More, Sheet, useReportPages } from '#console/figures'
import { Bones, Empty, Lasting, Money } from '#ui'
import { useWords } from '#words'
import { ages } from './age.ts'
import { type AskedDay, DayFrame } from './DayFrame.tsx'
import { useTitle } from './ReportFrame.tsx'
import { words } from './words.ts'

export { AgedReceivablesPage as Page }

const columns = [...ages, 'rest'] as const

const AgedReceivablesPage = () => (
  <DayFrame name="aged-receivables" party="customerId">
    {(asked) => <Body {...asked} />}
  </DayFrame>
)

const Body = (asked: AskedDay) => {
  const texts = useWords(words)
  const label = useTitle('aged-receivables')
  const pages = useReportPages<Schema<'AgedReceivables'>>('aged-receivables', asked)
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
                  <th scope="col">{texts.customer}</th>
                  {columns.map((age) => (
                    <th key={age} scope="col" className="is-right">
                      {texts[age]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {parties.map(({ customer, ...amounts }) => (
                  <tr key={customer.id}>
                    <th scope="row">
                      <Go to="/reports/customer-ledger" search={{ ...asked, customerId: customer.id }}>
                        {customer.name}
                      </Go>
                    </th>
                    {columns.map((age) => (
                      <td key={age} className="is-right">
                        {amounts[age] === 0 ? (
                          <Money kronor={0} dash />
                        ) : (
                          <Go
                            to="/reports/customer-ledger"
                            search={{ ...asked, customerId: customer.id, age: age === 'rest' ? null : age }}
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
                        to="/reports/customer-ledger"
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
