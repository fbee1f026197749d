// A hold on reminders, of a customer or of an invoice: placed with a reason, seen, and lifted.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { answered, api, queries, useAction, useCompany, useIntent, useRefresh } from '#client'
import { reminderWords } from '#console/sales/reminders/reminder-words.ts'
import { MAX_REASON } from '#rule/limits'
import { ActionButton, FailureMessage, FormEnd, useAnnounce } from '#ui'
import { useWords } from '#words'

/** Of what: one of the two. */
type Held = { customerId: string } | { invoiceId: string }

const useHold = (of: Held) => {
  const { id: companyId } = useCompany()
  const [name, id] = Object.entries(of)[0] ?? ['', '']
  const params = { path: { companyId }, query: { query: `${name}==${id}`, pageSize: 1 } }
  return queries.useQuery('get', '/companies/{companyId}/reminder-holds', { params }).data?.items[0]
}

/** What is done about holds: the button of a form, or what lifts one that is there. */
export const HoldPart = ({ of, keys }: { of: Held; keys: string }) => {
  const texts = useWords(reminderWords)
  const { id: companyId, may } = useCompany()
  const hold = useHold(of)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { run, isBusy, error } = useAction()
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const path = { companyId }
  const place = async (why: string) => {
    const body = { ...of, reason: why }
    const headers = intent.headers(body)
    const made = answered(await api.POST('/companies/{companyId}/reminder-holds', { params: { path }, body, headers }))
    intent.done()
    await refresh('reminder-holds', 'invoices')
    return made
  }
  const lift = async (reminderHoldId: string) => {
    await api.DELETE('/companies/{companyId}/reminder-holds/{reminderHoldId}', {
      params: { path: { companyId, reminderHoldId } },
    })
    await refresh('reminder-holds', 'invoices')
  }
  const hasHeld = async () => {
    const { id } = await place(reason)
    setIsOpen(false)
    setReason('')
    say(texts.saidHeld, { undo: { label: texts.undo, run: () => void run(() => lift(id)) } })
  }
  const hasLifted = async () => {
    if (!hold) return
    await lift(hold.id)
    say(texts.saidLifted, { undo: { label: texts.undo, run: () => void run(() => place(hold.reason)) } })
  }
  if (!hold && !may('invoices:write')) return null
  return (
    <div className="stack">
      {hold ? (
        <p className="notice" role="status">
          {texts.held(hold.placedBy)} {hold.reason}{' '}
          {may('invoices:write') && (
            <ActionButton keys={keys} variant="default" loading={isBusy} onClick={() => void run(hasLifted)}>
              {texts.lift}
            </ActionButton>
          )}
        </p>
      ) : isOpen ? (
        <form
          className="card form"
          aria-label={texts.hold}
          onSubmit={(event) => {
            event.preventDefault()
            void run(hasHeld)
          }}
        >
          <TextInput
            label={texts.holdReason}
            autoFocus
            autoComplete="off"
            maxLength={MAX_REASON}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <FormEnd press={texts.holdSave} cancel={texts.cancel} isBusy={isBusy} onClose={() => setIsOpen(false)} />
        </form>
      ) : (
        <div>
          <ActionButton keys={keys} variant="default" onClick={() => setIsOpen(true)}>
            {texts.hold}
          </ActionButton>
        </div>
      )}
      {error ? <FailureMessage error={error} /> : null}
    </div>
  )
}
