// The balance of the tax account against account 1630, with the parts of the difference, and the imported statements.
import { isRefused, queries, type Schema, useCompany, usePages } from '#client'
import { CompanyLink, Figure, useDownload } from '#console/figures'
import { type Column, Table } from '#table'
import { Money, ResilientContent } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Comparison = Schema<'TaxAccountComparison'>
type Statement = Schema<'TaxAccountStatement'>

export const Balance = () => {
  const { id: companyId } = useCompany()
  const found = queries.useQuery('get', '/companies/{companyId}/tax-account/comparison', {
    params: { path: { companyId } },
  })
  // Nothing with a balance was imported.
  if (isRefused(found.error) && found.data === undefined) return null
  return <ResilientContent of={found}>{(data) => <Compared of={data} />}</ResilientContent>
}

const Compared = ({ of }: { of: Comparison }) => {
  const texts = useWords(words)
  const { date, since, transactionsWithoutEntry: open, entriesWithoutTransaction: loose } = of
  const span = { from: since, to: date }
  return (
    <section className="card" aria-label={texts.balance}>
      <h2>{texts.balance}</h2>
      <dl className="facts">
        <Line name={texts.stated(date)}>
          <Money kronor={of.statedBalance} />
        </Line>
        <Line name={texts.bookedBalance}>
          <Figure kronor={of.bookedBalance} opens={{ accounts: '1630', span }} />
        </Line>
        <Line name={texts.difference}>
          <Money kronor={of.difference} />
        </Line>
        {of.before !== 0 && (
          <Line name={texts.before(since)}>
            <Money kronor={of.before} />
          </Line>
        )}
        {open.count > 0 && (
          <Line name={texts.withoutEntry(open.count)}>
            <Money kronor={-open.amount} />
          </Line>
        )}
        {loose.count > 0 && (
          <Line name={texts.withoutRow(loose.count)}>
            <Money kronor={loose.amount} />
          </Line>
        )}
        {of.unexplained !== 0 && (
          <Line name={texts.unexplained}>
            <Money kronor={of.unexplained} />
          </Line>
        )}
      </dl>
      {of.difference === 0 && <p className="soft">{texts.agrees}</p>}
      {loose.items.length > 0 && (
        <ul className="bullets">
          {loose.items.map(({ id, date: day, text, amount }) => (
            <li key={id}>
              <CompanyLink to="/journal" search={{ open: id }}>
                {day} {text}
              </CompanyLink>{' '}
              <Money kronor={amount} />
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{texts.statements}</summary>
        <Statements />
      </details>
    </section>
  )
}

const Line = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Statements = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const addressOf = useDownload()
  const found = usePages<Statement>('/tax-account/statements', { companyId })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Statement>[] = [
    {
      key: 'days',
      title: texts.period,
      width: 'minmax(8rem, 2fr)',
      cell: ({ fromDate, toDate }) => `${fromDate} – ${toDate}`,
    },
    { key: 'rows', title: texts.rows, width: '6rem', align: 'right', cell: ({ newTransactions }) => newTransactions },
    {
      key: 'closing',
      title: texts.closing,
      width: '8rem',
      align: 'right',
      cell: ({ closingBalance }) => <Money kronor={closingBalance} dash />,
    },
    {
      key: 'file',
      title: texts.from,
      width: '10rem',
      isWide: true,
      cell: ({ id, fileName }) =>
        fileName === null ? texts.source : <a href={addressOf(`/tax-account/statements/${id}/download`)}>{fileName}</a>,
    },
  ]
  return (
    <ResilientContent of={found}>
      <Table
        label={texts.statements}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={null}
      />
    </ResilientContent>
  )
}
