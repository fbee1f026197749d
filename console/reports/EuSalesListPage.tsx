// Sales to buyers in other countries of the EU, held against the VAT report, with the file for the tax authority.
import { queries, useCompany, useSession } from '#client'
import { CompanyLink, Figure, FileAct, Sheet, type Span } from '#console/figures'
import { Empty, PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { ReportFrame, useTitle } from './ReportFrame.tsx'
import type { ChoiceName, Choices } from './use-choices.ts'
import { words } from './words.ts'

export { EuSalesListPage as Page }

const taken: readonly ChoiceName[] = ['knownAt']
const kinds = ['goods', 'triangular', 'services'] as const
/** As the file has it, in characters. */
const MOST_OF_NAME = 35

const EuSalesListPage = () => {
  const texts = useWords(words)
  const { person } = useSession()
  return (
    <ReportFrame
      name="eu-sales-list"
      taken={taken}
      actions={(asked) => (
        <FileAct
          label={texts.file}
          keys="d f"
          path="/reports/eu-sales-list/file"
          search={{ ...asked, contactName: person.name.slice(0, MOST_OF_NAME), contactEmail: person.email }}
        />
      )}
    >
      {(asked) => <Body {...asked} />}
    </ReportFrame>
  )
}

const Body = (asked: Span & Choices) => {
  const texts = useWords(words)
  const label = useTitle('eu-sales-list')
  const { id: companyId } = useCompany()
  const found = queries.useQuery('get', '/companies/{companyId}/reports/eu-sales-list', {
    params: { path: { companyId }, query: asked as object },
  })
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={8} />}>
      {(data) => {
        if (data.rows.every(({ kind }) => kind !== 'buyer' && kind !== 'withoutNumber' && kind !== 'otherEntries'))
          return <Empty>{texts.nothing}</Empty>
        return (
          <Sheet label={label}>
            <thead>
              <tr>
                <th scope="col">{texts.buyer}</th>
                <th scope="col">{texts.vatNumber}</th>
                {kinds.map((kind) => (
                  <th key={kind} scope="col" className="is-right">
                    {texts[kind]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map(({ kind, vatNumber, name, ...row }, place) => (
                <tr key={`${kind}.${place}`} className={kind === 'buyer' ? undefined : 'row-total'}>
                  <th scope="row">
                    {kind === 'buyer' && name ? (
                      <CompanyLink to="/invoices" search={{ q: name }}>
                        {name}
                      </CompanyLink>
                    ) : (
                      (name ?? texts.withoutNumber)
                    )}
                  </th>
                  <td>{vatNumber}</td>
                  {kinds.map((one) => (
                    <td key={one} className="is-right">
                      <Figure
                        kronor={row[one].amount}
                        opens={{
                          accounts: data.accounts[one],
                          span: { from: data.from, to: data.to },
                          ...(asked.knownAt ? { knownAt: asked.knownAt } : {}),
                        }}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Sheet>
        )
      }}
    </ResilientContent>
  )
}
