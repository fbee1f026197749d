// What those who run the service have done, in the console and by commands.
import type { ReactNode } from 'react'
import type { Schema } from '#client'
import type { Column } from '#table'
import { Facts, momentText } from '#ui'
import { useWords } from '#words'
import { Board } from './Board.tsx'
import { words } from './words.ts'

export { HistoryPage as Page }

type Done = Schema<'OperatedHappening'>

const HistoryPage = () => {
  const texts = useWords(words)
  const columns: Column<Done>[] = [
    { key: 'when', title: texts.when, width: '9rem', cell: ({ happenedDateTime }) => momentText(happenedDateTime) },
    { key: 'what', title: texts.what, width: 'minmax(9rem, 1fr)', cell: ({ text }) => text },
    { key: 'who', title: texts.who, width: 'minmax(7rem, 1fr)', cell: ({ actorName }) => actorName },
  ]
  return (
    <Board<Done>
      title={texts.history}
      lead={texts.historyLead}
      address="/operator/history"
      columns={columns}
      searched={['what', 'actorName']}
      search={texts.searchHistory}
      nameOf={({ text }) => text}
      detail={({ happenedDateTime, actorName, what, companyId, detail }) => (
        <Facts
          facts={[
            [texts.when, momentText(happenedDateTime)],
            [texts.who, actorName],
            [texts.what, <code key="what">{what}</code>],
            companyId !== null && [texts.company, <code key="company">{companyId}</code>],
            ...Object.entries(detail)
              .filter(([, value]) => value !== null && value !== '')
              .map(([name, value]): [string, ReactNode] => [
                name,
                <code key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
              ]),
          ]}
        />
      )}
    />
  )
}
