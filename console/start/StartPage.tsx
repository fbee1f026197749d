// The first page after the login: into the company, or the choice of one.
import { TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lastCompany, queries, useSession } from '#client'
import { Empty, Page, ResilientContent, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export { StartPage as Page }

/** From how many companies on one is searched for. */
const MANY = 8

const StartPage = () => {
  const texts = useWords(words)
  const [search, setSearch] = useState('')
  const asked = { params: { query: { pageSize: 100, ...(search ? { search } : {}) } } }
  const found = queries.useQuery('get', '/me/companies', asked, {
    placeholderData: keepPreviousData,
  })
  const [last] = useState(lastCompany)
  const [{ all }] = useUrl()
  const isOfAgency = useSession().memberships.some(({ type }) => type === 'agency')
  return (
    <ResilientContent of={found}>
      {(data) => {
        const { items } = data
        // Those who work at an agency begin with its clients.
        if (isOfAgency && search === '' && !all) return <Navigate to={'/clients' as never} replace />
        const only = items.find(({ id }) => id === last) ?? (items.length === 1 ? items[0] : undefined)
        if (only && search === '' && !all) return <Navigate to={`/companies/${only.id}` as never} replace />
        return (
          <main className="alone" id="main">
            <Page title={texts.choose}>
              {items.length >= MANY || search !== '' ? (
                <TextInput
                  aria-label={texts.find}
                  placeholder={texts.find}
                  value={search}
                  onChange={({ currentTarget }) => setSearch(currentTarget.value)}
                />
              ) : null}
              {items.length === 0 ? <Empty>{search === '' ? texts.none : texts.noneFound}</Empty> : null}
              <ul className="plain-list">
                {items.map(({ id, name, organizationNumber, isTest }) => (
                  <li key={id}>
                    <Link to={`/companies/${id}` as never}>
                      {name} <span className="soft">{organizationNumber}</span>{' '}
                      {isTest && <Tag tone="waiting">{texts.testCompany}</Tag>}
                    </Link>
                  </li>
                ))}
              </ul>
              <p>
                <Link to={'/companies/new' as never}>{texts.newCompany}</Link>
              </p>
              <p>
                <Link to={'/test-companies' as never}>{texts.toTestCompanies}</Link>
              </p>
              <p>
                <Link to={'/integrations' as never}>{texts.toIntegrations}</Link>
              </p>
            </Page>
          </main>
        )
      }}
    </ResilientContent>
  )
}
