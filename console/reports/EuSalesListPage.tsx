// Sales to buyers in other countries of the EU, held against the VAT report, with the file for the tax authority.
import { Button } from '@mantine/core'
import { queries, useCompany } from '#client'
import { Sheet, type Span, useDownload } from '#console/figures'
import { Bones, bound, Empty, Wrong } from '#ui'
import { useWords } from '#words'
import { ReportFrame, useTitle } from './ReportFrame.tsx'
import { Amount } from './Statement.tsx'
import type { ChoiceName, Choices } from './use-choices.ts'
import { words } from './words.ts'

export { EuSalesListPage as Page }

const taken: readonly ChoiceName[] = ['knownAt']
const kinds = ['goods', 'triangular', 'services'] as const

const EuSalesListPage = () => {
  const texts = useWords(words)
  const addressOf = useDownload()
  return (
    <ReportFrame
      name="eu-sales-list"
      taken={taken}
      actions={(asked) => (
        <Button
          component="a"
          size="sm"
          variant="default"
          href={addressOf('/reports/eu-sales-list/file', { ...asked })}
          download
          {...bound('d f')}
        >
          {texts.file}
        </Button>
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
  const { data, error, refetch } = queries.useQuery('get', '/companies/{companyId}/reports/eu-sales-list', {
    params: { path: { companyId }, query: asked as object },
  })
  if (error) return <Wrong error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={8} />
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
            <th scope="row">{name ?? texts.eu[kind]}</th>
            <td>{vatNumber}</td>
            {kinds.map((one) => (
              <Amount key={one} kronor={row[one].amount} />
            ))}
          </tr>
        ))}
      </tbody>
    </Sheet>
  )
}
