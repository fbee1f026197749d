// One entry: its lines, who booked it when, and what it belongs to.
import { CloseButton } from '@mantine/core'
import { queries, useCompany } from '#client'
import { Bones, bound, Facts, Money, momentText, Wrong } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const EntryDetail = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data, error } = queries.useQuery('get', '/companies/{companyId}/journal-entries/{journalEntryId}', {
    params: { path: { companyId, journalEntryId: id } },
  })
  const head = (
    <div className="detail-head">
      <h2>{data ? `${data.journalEntryNumber} · ${data.title}` : ' '}</h2>
      <CloseButton aria-label={texts.journal} {...bound('Escape')} onClick={onClose} />
    </div>
  )
  if (error)
    return (
      <>
        {head}
        <Wrong error={error} />
      </>
    )
  if (!data)
    return (
      <>
        {head}
        <Bones />
      </>
    )
  return (
    <>
      {head}
      <Facts
        facts={[
          [texts.date, data.date],
          [texts.registered, momentText(data.registeredDateTime)],
          [texts.by, data.registeredBy.name],
        ]}
      />
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{texts.account}</th>
            <th scope="col" className="is-right">
              {texts.debit}
            </th>
            <th scope="col" className="is-right">
              {texts.credit}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ id: line, account, debit, credit }) => (
            <tr key={line}>
              <td>{account}</td>
              <td className="is-right">{debit ? <Money kronor={debit} /> : null}</td>
              <td className="is-right">{credit ? <Money kronor={credit} /> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
