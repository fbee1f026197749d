// The ledger held against the books, account by account.
import type { Schema } from '#client'
import { CompanyLink, Sheet, useFiscalYears } from '#console/figures'
import { Heads, oreOf } from '#ui'
import { useWords } from '#words'
import { Amount } from './Statement.tsx'
import { words } from './words.ts'

type Row = Schema<'OpenItemReconciliation'>

export const Reconciliation = ({ rows, on }: { rows: readonly Row[] | null; on: string }) => {
  const texts = useWords(words)
  const { years } = useFiscalYears()
  // The general ledger lies within one fiscal year: that of the day, or the last one before it.
  const year = years
    ?.filter(({ startDate }) => startDate <= on)
    .toSorted((left, right) => right.startDate.localeCompare(left.startDate))[0]
  if (!rows || rows.length === 0) return null
  return (
    <>
      <h2>{texts.reconciliation}</h2>
      <Sheet label={texts.reconciliation}>
        <Heads texts={[texts.account]} amounts={[texts.openItems, texts.notBooked, texts.books, texts.difference]} />
        <tbody>
          {rows.map(({ account, accounts, openItems, notBooked, books, difference }) => (
            <tr key={account} className={oreOf(difference) === 0 ? undefined : 'is-wrong'}>
              <th scope="row">
                {year ? (
                  <CompanyLink
                    to="/reports/general-ledger"
                    search={{ accounts, from: year.startDate, to: on < year.endDate ? on : year.endDate }}
                  >
                    {account}
                  </CompanyLink>
                ) : (
                  account
                )}
              </th>
              <Amount kronor={openItems} />
              <Amount kronor={notBooked} />
              <Amount kronor={books} />
              <Amount kronor={difference} />
            </tr>
          ))}
        </tbody>
      </Sheet>
    </>
  )
}
