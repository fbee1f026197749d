// The entry that a change of a fixed asset would be, and the depreciation that is booked before it.
import { queries, type Schema, useCompany, useRefresh } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { addMonths, Heads, Money, oreOf } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Item = Schema<'DisposalProposal'>['items'][number]

/** The entry, line by line. */
export const ProposedEntry = ({ title, items }: { title: string; items: readonly Item[] }) => {
  const texts = useWords(words)
  return (
    <table className="plain-table">
      <caption>{title}</caption>
      <Heads texts={[texts.account]} amounts={[texts.debit, texts.credit]} />
      <tbody>
        {items.map(({ account, debit, credit }) => (
          <tr key={`${account} ${debit} ${credit}`}>
            <th scope="row">
              <Account number={account} />
            </th>
            <td className="is-right">{oreOf(debit) !== 0 && <Money kronor={debit} />}</td>
            <td className="is-right">{oreOf(credit) !== 0 && <Money kronor={credit} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Account = ({ number }: { number: number }) => {
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/chart-of-accounts', {
    params: { path: { companyId } },
  })
  return `${number} ${data?.find(({ account }) => account === number)?.name ?? ''}`
}

/** Depreciation up to the month before comes first; it is booked for all assets together. */
export const Due = ({ months }: { months: readonly string[] }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const [from = ''] = months
  const to = months.at(-1) ?? from
  const isLong = addMonths(`${from}-01`, MOST_MONTHS) < `${to}-01`
  return (
    <>
      <p className="is-wrong">{texts.dueFirst(from, to)}</p>
      {!isLong && (
        <div>
          <ConfirmButton
            label={texts.bookDepreciation}
            isBusy={isBusy}
            onSure={() =>
              run(async () => {
                await send('POST', '/companies/{companyId}/depreciations', { path: { companyId }, body: { from, to } })
                await refresh('fixed-assets', 'depreciations', 'fiscal-years')
              }, texts.booked)
            }
          >
            <p>{texts.dueLead(from, to)}</p>
          </ConfirmButton>
        </div>
      )}
    </>
  )
}

/** As many as the service books at a time. */
const MOST_MONTHS = 60
