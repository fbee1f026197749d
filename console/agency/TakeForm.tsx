// Something that a client has becomes a template of the agency.
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, queries, quoted, useAction, useIntent, usePagesAt } from '#client'
import { send } from '#console/form'
import { ActionButton, entered, FailureMessage, Pick, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import type { Agency } from './agency.ts'
import { type Kind, kinds, TEMPLATES, type Template, USES, useRefreshAt } from './template.ts'
import { templateWords } from './template-words.ts'

type Choice = { value: string; label: string }

/** Choices that are offered at once. */
const MOST = 40

const fitting = (all: readonly Choice[], text: string): Choice[] =>
  all.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase())).slice(0, MOST)

/** Filters a list by the typed text, so that an entry is found among any number. */
const named = (typed: string): { query?: string } => (typed.trim() ? { query: `name=~${quoted(typed.trim())}` } : {})

/** What a client has of a kind; a text each, and the texts as a whole. */
const useHad = (companyId: string, kind: Kind, typed: string): Choice[] => {
  const path = { companyId }
  const isAsked = companyId !== ''
  const accounts = queries.useQuery(
    'get',
    '/companies/{companyId}/chart-of-accounts',
    { params: { path } },
    { enabled: isAsked && kind === 'account' },
  )
  const part = kind === 'entryTemplate' ? 'entry-templates' : 'matching-rules'
  const { data: others } = useQuery({
    queryKey: ['get', `/companies/{companyId}/${part}`, path, 'to take', typed],
    placeholderData: keepPreviousData,
    enabled: isAsked && (kind === 'entryTemplate' || kind === 'matchingRule'),
    queryFn: async () => {
      const params = { path, query: { pageSize: MOST, ...named(typed) } }
      const { data } = await api.GET(`/companies/{companyId}/${part}`, { params })
      return (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
    },
  })
  if (kind !== 'account') return others ?? []
  return (accounts.data ?? []).map(({ account, name }) => ({ value: String(account), label: `${account} ${name}` }))
}

export const TakeForm = ({ agency }: { agency: Agency }) => {
  const texts = useWords(templateWords)
  const say = useAnnounce()
  const [, set] = useUrl()
  const intent = useIntent()
  const refresh = useRefreshAt()
  const [kind, setKind] = useState<Kind>('entryTemplate')
  const [client, setClient] = useState<Choice>({ value: '', label: '' })
  const [what, setWhat] = useState<Choice>({ value: '', label: '' })
  const [typed, setTyped] = useState({ client: '', what: '' })
  const { run, isBusy, error } = useAction()
  const { rows } = usePagesAt<{ id: string; name: string }>('/agencies/{agencyId}/companies', {
    path: { agencyId: agency.id },
    query: named(typed.client),
  })
  const clients = rows.map(({ id, name }) => ({ value: id, label: name }))
  const had = useHad(client.value, kind, typed.what)
  const isWhole = client.value !== '' && (kind === 'texts' || what.value !== '')
  const take = () =>
    run(async () => {
      const body = { companyId: client.value, kind, ...(kind === 'texts' ? {} : { resourceId: what.value }) }
      const given = { path: { agencyId: agency.id }, body, headers: intent.headers(body) }
      const { id } = await send<Template>('POST', `${TEMPLATES}/from-client`, given)
      say(texts.taken)
      await refresh(TEMPLATES, USES)
      set({ open: id })
    })
  const choose = (all: readonly Choice[], value: string): Choice =>
    all.find((one) => one.value === value) ?? { value: '', label: '' }
  return (
    <form ref={entered} className="stack" onSubmit={(event) => event.preventDefault()}>
      <p className="soft">{texts.takeLead}</p>
      <Pick
        label={texts.takeFrom}
        value={client.value}
        shown={client.label}
        choicesFor={(text) => fitting(clients, text)}
        onType={(text) => setTyped({ ...typed, client: text })}
        onChange={(value) => [setClient(choose(clients, value)), setWhat({ value: '', label: '' })]}
      />
      <NativeSelect
        label={texts.kind}
        value={kind}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={({ currentTarget }) => [setKind(currentTarget.value as Kind), setWhat({ value: '', label: '' })]}
      />
      {kind !== 'texts' && (
        <Pick
          label={texts.takeWhat}
          value={what.value}
          shown={what.label}
          choicesFor={(text) => fitting(had, text)}
          onType={(text) => setTyped({ ...typed, what: text })}
          onChange={(value) => setWhat(choose(had, value))}
        />
      )}
      {error !== null && <FailureMessage error={error} />}
      <div className="page-actions">
        <ActionButton keys="Mod+Enter" loading={isBusy} disabled={!isWhole} onClick={() => void take()}>
          {texts.take}
        </ActionButton>
      </div>
    </form>
  )
}
