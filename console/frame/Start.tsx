// The first page after the login: into the company, or the choice of one.
import { Link, Navigate } from '@tanstack/react-router'
import { useSession } from '#client'
import { Empty, Page } from '#ui'
import { useWords } from '#words'
import { lastCompany } from './last-company.ts'
import { words } from './words.ts'

export const Start = () => {
  const texts = useWords(words)
  const { memberships } = useSession()
  const companies = memberships.filter(({ type }) => type === 'company')
  const last = companies.find(({ id }) => id === lastCompany())
  const only = last ?? (companies.length === 1 ? companies[0] : undefined)
  if (only) return <Navigate to={`/companies/${only.id}` as never} replace />
  return (
    <main className="alone">
      <Page title={texts.choose}>
        {companies.length === 0 ? <Empty>{texts.noCompany}</Empty> : null}
        <ul className="plain-list">
          {companies.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/companies/${id}` as never}>{name}</Link>
            </li>
          ))}
        </ul>
      </Page>
    </main>
  )
}
