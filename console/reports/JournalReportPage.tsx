// The journal as the law has it: entries in the order in which they were registered, with their lines.
import type { Schema } from '#client'
import { CompanyLink, More, Sheet, type Span, useReportPages } from '#console/figures'
import { Empty, Heads, momentText, PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { ReportFrame, useTitle } from './ReportFrame.tsx'
import { Amount } from './Statement.tsx'
import type { ChoiceName, Choices } from './use-choices.ts'
import { words } from './words.ts'

export { JournalReportPage as Page }

type Journal = Schema<'Journal'>
type Entry = Journal['entries'][number]

const taken: readonly ChoiceName[] = ['accounts', 'tagId', 'knownAt']

const JournalReportPage = () => (
  <ReportFrame name="journal" taken={taken}>
    {(asked) => <Body {...asked} />}
  </ReportFrame>
)

const Body = (asked: Span & Choices) => {
  const texts = useWords(words)
  const label = useTitle('journal')
  const pages = useReportPages<Journal>('journal', asked)
  return (
    <ResilientContent of={pages} bones={<PageSkeleton lines={12} />}>
      {(data) => {
        const entries = data.pages.flatMap((page) => page.entries)
        if (entries.length === 0) return <Empty>{texts.nothing}</Empty>
        return (
          <>
            <Sheet label={label}>
              <Heads texts={[texts.entry, texts.account]} amounts={[texts.debit, texts.credit]} />
              {entries.map((entry) => (
                <EntryRows key={entry.id} {...entry} />
              ))}
            </Sheet>
            <More pages={pages} />
          </>
        )
      }}
    </ResilientContent>
  )
}

const EntryRows = (entry: Entry) => {
  const texts = useWords(words)
  const said = [
    texts.by2(entry.registeredBy, momentText(entry.registeredDateTime)),
    entry.reverses && texts.reverses(entry.reverses.journalEntryNumber),
    entry.reversedBy && texts.reversedBy(entry.reversedBy.journalEntryNumber),
    entry.uploadIds.length > 0 && texts.documents(entry.uploadIds.length),
  ].filter(Boolean)
  return (
    <tbody>
      <tr className="row-heading">
        <th scope="row">
          <CompanyLink to="/journal" search={{ open: entry.id }}>
            {entry.journalEntryNumber}
          </CompanyLink>
        </th>
        <td colSpan={3} className="is-text">
          {`${entry.date} · ${entry.title}`} <small className="soft">{said.join(' · ')}</small>
        </td>
      </tr>
      {entry.lines.map(({ account, name, text, debit, credit }, place) => (
        <tr key={`${account}.${place}`}>
          <td />
          <td className="is-text">{text ? `${account} ${name} · ${text}` : `${account} ${name}`}</td>
          <Amount kronor={debit} />
          <Amount kronor={credit} />
        </tr>
      ))}
    </tbody>
  )
}
