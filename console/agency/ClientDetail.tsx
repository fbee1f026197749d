// One client: what is to be done there, each with the way to its list, and how it stands.
import { CloseButton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActionButton, bound, Facts, Money, momentText, oreOf, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { type Client, listOf } from './places.ts'
import { words } from './words.ts'

export const ClientDetail = ({ client }: { client: Client }) => {
  const texts = useWords(words)
  const [, set] = useUrl()
  const navigate = useNavigate()
  const { id, name, organizationNumber, counts, deadline, figures, asOf } = client
  const at = (below: string) => `/companies/${id}${below}` as never
  const sums = figures && {
    [texts.cash]: figures.cash,
    [texts.result]: figures.result,
    [texts.allReceivables]: figures.receivables,
    [texts.receivables]: figures.overdueReceivables,
    [texts.payables]: figures.payables,
  }
  return (
    <>
      <div className="detail-head">
        <h2>{name}</h2>
        <div className="page-actions">
          <ActionButton variant="default" keys="o" onClick={() => void navigate({ to: at('') })}>
            {texts.enter}
          </ActionButton>
          <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={() => set({ open: null })} />
        </div>
      </div>
      <p className="soft">{organizationNumber}</p>
      {asOf === null && <p>{texts.nothingKnown}</p>}
      {asOf !== null && counts.length === 0 && <p>{texts.nothingToDo}</p>}
      {counts.length > 0 && (
        <table className="plain-table">
          <tbody>
            {counts.map(({ kind, count, overdueCount }) => (
              <tr key={kind}>
                <th scope="row">
                  <Link to={at(listOf(kind).path)} search={listOf(kind).search as never}>
                    {texts.kinds[kind]}
                  </Link>
                </th>
                <td className="is-right">{count}</td>
                <td>{overdueCount > 0 && <Tag tone="wrong">{texts.countedOverdue(overdueCount)}</Tag>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Facts
        facts={[
          deadline && [texts.deadline, `${deadline.dueDate} ${texts.deadlines[deadline.kind]}`],
          ...Object.entries(sums ?? {}).map(([title, amount]): [string, ReactNode] | null =>
            amount === null ? null : [title, <Money key={title} ore={oreOf(amount)} />],
          ),
        ]}
      />
      {asOf !== null && <p className="soft">{texts.asOf(momentText(asOf))}</p>}
    </>
  )
}
