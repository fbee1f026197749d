// The income statement and balance sheet of a year as the law has them, each line with its accounts.
import { queries, type Schema, useCompany } from '#client'
import { Figure, Sheet } from '#console/figures'
import { Money, PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Found = Schema<'FinancialStatements'>
type Row = Found['incomeStatement'][number]
type Columns = { now: string; before: string | null }

export const Statements = ({ fiscalYearId }: { fiscalYearId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const found = queries.useQuery('get', '/companies/{companyId}/fiscal-years/{fiscalYearId}/financial-statements', {
    params: { path: { companyId, fiscalYearId } },
  })
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={14} />}>
      {(data) => {
        const { fiscalYear, yearBefore, unmapped, difference, framework } = data
        const before = yearBefore && (yearBefore.endDate ?? texts.before)
        const span = { from: fiscalYear.startDate, to: fiscalYear.endDate }
        const incomeBefore = yearBefore && !yearBefore.isOpening ? before : null
        return (
          <div className="year-end">
            {(unmapped.length > 0 || difference !== 0) && (
              <div role="alert" className="notice wide">
                {unmapped.map(({ account, name }) => (
                  <p key={account}>{texts.noLine(`${account} ${name}`)}</p>
                ))}
                {difference !== 0 && (
                  <p>
                    {texts.difference} <Money kronor={difference} />
                  </p>
                )}
              </div>
            )}
            <p className="soft">{texts.frameworks[framework]}</p>
            <section className="year-end-part">
              <h2>{texts.income}</h2>
              <Table
                label={texts.income}
                rows={data.incomeStatement}
                columns={{ now: fiscalYear.endDate, before: incomeBefore }}
                span={span}
              />
            </section>
            <section className="year-end-part">
              <h2>{texts.balance}</h2>
              <Table
                label={texts.balance}
                rows={data.balanceSheet}
                columns={{ now: fiscalYear.endDate, before }}
                span={span}
              />
            </section>
          </div>
        )
      }}
    </ResilientContent>
  )
}

const classes = { heading: 'row-group', line: undefined, sum: 'row-total' } as const

const Table = ({
  label,
  rows,
  columns: { now, before },
  span,
}: {
  label: string
  rows: readonly Row[]
  columns: Columns
  span: { from: string; to: string }
}) => {
  const texts = useWords(words)
  return (
    <Sheet label={label} isNarrow>
      <thead>
        <tr>
          <th scope="col">{texts.line}</th>
          <th scope="col" className="is-right">
            {now}
          </th>
          {before !== null && (
            <th scope="col" className="is-right">
              {before}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, key, level, name, amount, amountBefore, accounts }) =>
          kind === 'heading' ? (
            <tr key={`heading.${key}`} className={level === 1 ? 'row-heading' : 'row-group'}>
              <th scope="rowgroup" colSpan={before === null ? 2 : 3}>
                {name}
              </th>
            </tr>
          ) : (
            <tr key={key} className={classes[kind]}>
              <th scope="row">{name}</th>
              <td className="is-right">
                <Figure
                  kronor={amount}
                  decimals={0}
                  opens={{ accounts: [...new Set(accounts.map(({ account }) => account))].join(',') || null, span }}
                />
              </td>
              {before !== null && (
                <td className="is-right">
                  <Money kronor={amountBefore} dash decimals={0} />
                </td>
              )}
            </tr>
          ),
        )}
      </tbody>
    </Sheet>
  )
}
