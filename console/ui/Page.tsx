// The content area of a page: heading, actions, and the rest.
import { type ReactNode, useEffect } from 'react'

export const Page = ({
  title,
  actions,
  lead,
  children,
}: {
  title: string
  actions?: ReactNode
  lead?: ReactNode
  children: ReactNode
}) => {
  useEffect(() => {
    document.title = `${title} – Grundbok`
  }, [title])
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {lead && <p className="page-lead">{lead}</p>}
      {children}
    </div>
  )
}

/** A list with what is open beside it; on a narrow screen the one or the other. */
export const Split = ({ list, detail, label }: { list: ReactNode; detail: ReactNode | null; label: string }) => (
  <div className={detail ? 'split has-detail' : 'split'}>
    <div className="split-list">{list}</div>
    {detail && (
      <section className="split-detail" aria-label={label}>
        {detail}
      </section>
    )}
  </div>
)

/** Names and values, one below the other. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode] | false | null)[] }) => (
  <dl className="facts">
    {facts.map(
      (fact) =>
        fact &&
        fact[1] !== null &&
        fact[1] !== undefined &&
        fact[1] !== '' && (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
)

/** A state in a word; its colour only repeats it. */
export const Tag = ({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'wrong' | 'waiting'
  children: ReactNode
}) => <span className={`tag is-${tone}`}>{children}</span>
