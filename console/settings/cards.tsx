// What pages of cards have in common: the form by which one is added, and what stands there before there are any.
import type { ReactNode } from 'react'
import { type FieldRow, Form, type Values } from '#console/form'
import { Allowed, FailureMessage, PageSkeleton, useUrl } from '#ui'

/** Stands there while the address says `open=new`. */
export const AddCard = ({
  scope,
  title,
  name,
  fields,
  onSend,
}: {
  scope: string
  title: string
  /** Under what the draft is kept. */
  name: string
  fields: readonly FieldRow[]
  onSend: (body: Values) => Promise<void>
}) => {
  const [{ open }, set] = useUrl()
  if (open !== 'new') return null
  return (
    <Allowed scope={scope}>
      <section className="card settings-card" aria-label={title}>
        <Form name={name} fields={fields} action={title} onCancel={() => set({ open: null })} onSend={onSend} />
      </section>
    </Allowed>
  )
}

type Found = { rows: readonly unknown[]; error: unknown; isLoading: boolean; refetch: () => unknown }

/** What has failed, that it is read, or the children where there are none. */
export const NoCards = ({ of: { rows, error, isLoading, refetch }, children }: { of: Found; children: ReactNode }) => (
  <>
    {error ? <FailureMessage error={error} retry={() => void refetch()} /> : null}
    {isLoading && <PageSkeleton />}
    {!isLoading && !error && rows.length === 0 && children}
  </>
)
