// What looks like food at a VAT rate of its own, at all clients of the agency: looked through at once, and given the
// kind at once where it is ticked.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { api, queries } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { type PinnedOne, pinnedIn, writtenKinds } from '#console/sales'
import { Empty, FailureMessage, Page, PageSkeleton } from '#ui'
import { useWords } from '#words'
import { type Agency, useAgencies } from './agency.ts'
import { vatChangeWords } from './vat-change-words.ts'

export { VatChangesPage as Page }

type Client = { id: string; name: string }
/** What was found at a client; null where it may not be read. */
type Found = { client: Client; pinned: readonly PinnedOne[] | null }

const VatChangesPage = () => {
  const texts = useWords(vatChangeWords)
  const { agency } = useAgencies()
  return (
    <Page title={texts.title} lead={texts.lead}>
      {agency ? <Clients key={agency.id} agency={agency} /> : <Empty>{texts.noAgency}</Empty>}
    </Page>
  )
}

const Clients = ({ agency: { id: agencyId } }: { agency: Agency }) => {
  const texts = useWords(vatChangeWords)
  const path = { agencyId }
  const { data, error, refetch } = queries.useQuery('get', '/agencies/{agencyId}/client-overview', { params: { path } })
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return data.items.length === 0 ? <Empty>{texts.noClients}</Empty> : <Looked clients={data.items} />
}

const foundAt = async (client: Client): Promise<Found> => {
  const path = { companyId: client.id }
  // A client whose items the person may not read is named, and left as it is.
  const answer = await api.GET('/companies/{companyId}/vat-changes', { params: { path } }).catch(() => null)
  return { client, pinned: answer?.data ? pinnedIn(answer.data) : null }
}

const Looked = ({ clients }: { clients: readonly Client[] }) => {
  const texts = useWords(vatChangeWords)
  const { isBusy, run } = useDo()
  const [found, setFound] = useState<readonly Found[] | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const look = () =>
    run(async () => {
      const all: Found[] = []
      // One after the other: an agency has many clients.
      for (const { id, name } of clients) all.push(await foundAt({ id, name }))
      setFound(all)
    }, texts.looked)
  const withFood = (found ?? []).filter(({ pinned }) => (pinned ?? []).length > 0)
  const chosen = withFood.filter(({ client }) => !left.has(client.id))
  const toggle = (id: string) =>
    setLeft((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const give = () =>
    run(async () => {
      for (const { client, pinned } of chosen) {
        const body = writtenKinds(pinned ?? [], 'food')
        await send('POST', '/companies/{companyId}/vat-changes/kinds', { path: { companyId: client.id }, body })
      }
      setFound(null)
    }, texts.done)
  if (!found)
    return (
      <Button variant="default" loading={isBusy} onClick={() => void look()}>
        {texts.look(clients.length)}
      </Button>
    )
  const unread = found.filter(({ pinned }) => pinned === null)
  return (
    <>
      {withFood.length === 0 && <p className="soft">{texts.none}</p>}
      {withFood.map(({ client, pinned }) => (
        <section key={client.id} className="card form" aria-label={client.name}>
          <Checkbox
            size="md"
            label={texts.client(client.name, (pinned ?? []).length)}
            checked={!left.has(client.id)}
            onChange={() => toggle(client.id)}
          />
          <p className="soft">{(pinned ?? []).map((one) => texts.one(one.description, one.taxRate)).join(', ')}</p>
        </section>
      ))}
      {unread.length > 0 && <p className="soft">{texts.unread(unread.map(({ client }) => client.name).join(', '))}</p>}
      {withFood.length > 0 && (
        <ConfirmButton label={texts.give} isBusy={isBusy} isDisabled={chosen.length === 0} onSure={give}>
          <p>{texts.sure(chosen.length)}</p>
          <p className="soft">{texts.sureLead}</p>
        </ConfirmButton>
      )}
    </>
  )
}
