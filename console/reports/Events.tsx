// What happened to an open item: credit notes, payments and settlements, each with its entry.
import type { Schema } from '#client'
import { CompanyLink } from '#console/figures'
import { useWords } from '#words'
import { Amount } from './Statement.tsx'
import { words } from './words.ts'

type Event = Schema<'OpenItemEvent'>

/** Rows below the one of the item; the columns are those of a ledger. */
export const Events = ({ events = [] }: { events?: readonly Event[] | undefined }) => {
  const texts = useWords(words)
  return events.map(({ kind, settlementType, id, number, date, amount, journalEntryRef }) => (
    <tr key={`${kind}.${id}`} className="row-soft">
      <th scope="row" />
      <td>
        {kind === 'creditNote' ? (
          <CompanyLink
            to="/credit-notes"
            search={{ open: id }}
          >{`${texts.events.creditNote} ${number ?? ''}`}</CompanyLink>
        ) : (
          (texts.settlements[settlementType as keyof typeof texts.settlements] ?? texts.events[kind])
        )}
      </td>
      <td>{date}</td>
      <td>
        {journalEntryRef && (
          <CompanyLink to="/journal" search={{ open: journalEntryRef.id }}>
            {journalEntryRef.journalEntryNumber}
          </CompanyLink>
        )}
      </td>
      <td />
      <Amount kronor={amount} />
      <td />
    </tr>
  ))
}
