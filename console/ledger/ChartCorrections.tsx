// Accounts of the usual chart that were corrected since the company began with it, and differ in its chart: each with
// what either has, and a press that takes the correction over.
import { queries, type Schema, useCompany, useRefresh } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { useWords } from '#words'
import { words } from './words.ts'

type Corrections = Schema<'ChartCorrections'>
type Row = Corrections['rows'][number]

export const ChartCorrections = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/chart-corrections', {
    params: { path: { companyId } },
  })
  if (!data || data.rows.length === 0) return null
  return (
    <section className="chart-corrections" aria-label={texts.corrections}>
      <h2>{texts.corrections}</h2>
      <p className="soft">{texts.correctionsLead(data.edition)}</p>
      <ul className="plain-list settings-list">
        {data.rows.map((row) => (
          <Correction key={row.account} row={row} edition={data.edition} />
        ))}
      </ul>
    </section>
  )
}

const Correction = ({ row, edition }: { row: Row; edition: string }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const { account, own, usual } = row
  const said = ({ name, sruCodes, accountType }: Row['usual'], isNamed: boolean): string =>
    [
      isNamed ? name : '',
      sruCodes.length > 0 ? texts.sruFields(sruCodes.join(', ')) : texts.noSruFields,
      accountType === 'customAccount' ? texts.own.toLowerCase() : '',
    ]
      .filter(Boolean)
      .join(', ')
  const told = texts.correction({
    account,
    edition,
    own: own ? said(own, false) : texts.lacking,
    usual: said(usual, own === null),
  })
  const take = () =>
    run(async () => {
      const path = { companyId, account: String(account) }
      await send('POST', '/companies/{companyId}/chart-corrections/{account}', { path })
      await refresh('chart-corrections', 'chart-of-accounts', 'fiscal-years', 'reports')
    }, texts.saved)
  return (
    <li>
      <span>{told}</span>
      {may('chart-of-accounts:manage') && (
        <ConfirmButton label={own ? texts.takeOver : texts.addAccount} isBusy={isBusy} onSure={take}>
          <p>{told}</p>
          <p className="soft">{texts.takeOverLead}</p>
        </ConfirmButton>
      )}
    </li>
  )
}
