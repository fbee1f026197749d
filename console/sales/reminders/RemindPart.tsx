// Reminding of one invoice: what would be claimed today, with the interest day by day, and the reminders it has had.
import { TextInput } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import {
  answered,
  api,
  base,
  queries,
  type Schema,
  useAction,
  useCompany,
  useIntent,
  useKeptForm,
  useRefresh,
  useStoredSentences,
} from '#client'
import { tones } from '#console/sales/sending/SendPart.tsx'
import { sendingWords } from '#console/sales/sending/sending-words.ts'
import { adviceOn, isUndelivered, isWithdrawn } from '#console/sales/sending/undelivered.ts'
import { MAX_REASON } from '#rule/limits'
import {
  ActionButton,
  Cancel,
  Facts,
  FailureMessage,
  FormEnd,
  focusFirstWrong,
  Heads,
  KeptNote,
  Money,
  PageSkeleton,
  Tag,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { reminderWords } from './reminder-words.ts'

type Preview = Schema<'ReminderPreview'>
export type Reminder = Schema<'Reminder'>

/** What is asked of reminders is read again together with the invoices that they are of. */
export const REMINDED = ['reminders', 'invoices-to-remind', 'invoices'] as const

/** `isCalled` is whether the user has opened it, which moves the focus there. */
type PanelGiven = { invoiceId: string; onClose: () => void; isCalled?: boolean }

/** What the next reminder claims, to be sent or printed; why there is none where it is refused. */
export const RemindPanel = ({ invoiceId, onClose, isCalled = true }: PanelGiven) => {
  const { id: companyId } = useCompany()
  const { data, error, refetch } = queries.useQuery(
    'get',
    '/companies/{companyId}/invoices/{invoiceId}/reminder-preview',
    { params: { path: { companyId, invoiceId } } },
    { retry: false },
  )
  const texts = useWords(reminderWords)
  const wrong = error ? <FailureMessage error={error} retry={() => void refetch()} /> : null
  if (!data)
    return wrong ? (
      <div className="stack">
        {wrong}
        <div className="page-actions">
          <ActionButton variant="default" keys="Escape" onClick={onClose}>
            {texts.close}
          </ActionButton>
        </div>
      </div>
    ) : (
      <PageSkeleton />
    )
  return (
    <>
      {wrong}
      <RemindForm preview={data} onClose={onClose} isCalled={isCalled} />
    </>
  )
}

const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

type FormGiven = { preview: Preview; onClose: () => void; isCalled: boolean }

const RemindForm = ({ preview, onClose, isCalled }: FormGiven) => {
  const texts = useWords(reminderWords)
  const { id: companyId } = useCompany()
  const { number, invoiceRef } = preview
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const form = useKeptForm(`reminder:${invoiceRef.id}`, () => ({ to: preview.emailAddress ?? '' }))
  const { to } = form.typed
  const { run, isBusy, error, fields } = useAction()
  const make = async (delivery: 'mail' | 'none') => {
    const addresses = addressesIn(to)
    const isMail = delivery === 'mail'
    const body = { delivery, number, ...(isMail && addresses.length > 0 ? { to: addresses } : {}) }
    const isDone = await run(async () => {
      await api.POST('/companies/{companyId}/invoices/{invoiceId}/reminders', {
        params: { path: { companyId, invoiceId: invoiceRef.id } },
        body,
        headers: intent.headers(body),
      })
      intent.done()
      await refresh(...REMINDED)
    })
    if (!isDone) return focusFirstWrong()
    form.drop()
    say(isMail ? texts.saidSent(addresses.join(', ') || (preview.emailAddress ?? '')) : texts.saidPrinted)
    onClose()
  }
  const wrongTo = Object.entries(fields).find(([path]) => path === 'to' || path.startsWith('to.'))?.[1]
  return (
    <form
      className="card stack"
      aria-label={texts.panel(number)}
      onSubmit={(event) => {
        event.preventDefault()
        void make('mail')
      }}
    >
      <h3>{texts.panel(number)}</h3>
      <Claims preview={preview} />
      <KeptNote isTyped={form.isTyped} onForget={form.startOver} />
      <TextInput
        label={texts.recipient}
        description={texts.recipientHint}
        autoFocus={isCalled}
        inputMode="email"
        autoComplete="off"
        value={to}
        error={wrongTo}
        onChange={({ currentTarget }) => form.change({ to: currentTarget.value })}
      />
      {error ? <FailureMessage error={error} /> : null}
      <div className="page-actions">
        <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
          {texts.send}
        </ActionButton>
        <ActionButton variant="default" keys="Mod+p" loading={isBusy} onClick={() => void make('none')}>
          {texts.print}
        </ActionButton>
        <Cancel onDrop={form.drop} onClose={onClose}>
          {texts.cancel}
        </Cancel>
      </div>
    </form>
  )
}

const Claims = ({ preview }: { preview: Preview }) => {
  const texts = useWords(reminderWords)
  const { unpaidAmount, fee, fees, interest, totalAmount, dueDate, spans } = preview
  return (
    <>
      <Facts
        facts={[
          [texts.unpaid, <Money key="unpaid" kronor={unpaidAmount} />],
          fees > 0 && [
            texts.fee,
            <span key="fee">
              <Money kronor={fees} /> {fees > fee && <span className="soft">{texts.earlierFees}</span>}
            </span>,
          ],
          interest > 0 && [texts.interest, <Money key="interest" kronor={interest} />],
          [
            texts.total,
            <strong key="total">
              <Money kronor={totalAmount} />
            </strong>,
          ],
          [texts.pay, dueDate],
        ]}
      />
      {spans.length > 0 && <Spans spans={spans} />}
    </>
  )
}

const Spans = ({ spans }: { spans: Preview['spans'] }) => {
  const texts = useWords(reminderWords)
  return (
    <section className="stack" aria-label={texts.spans}>
      <h4>{texts.spans}</h4>
      <table className="plain-table">
        <Heads texts={[texts.days, texts.on, texts.rate]} />
        <tbody>
          {spans.map(({ firstDate, lastDate, days, unpaidAmount, rate }) => (
            <tr key={firstDate}>
              <td>
                <span className="whole">{firstDate} –</span> <span className="whole">{lastDate}</span>{' '}
                <span className="soft whole">{texts.dayCount(days)}</span>
              </td>
              <td>
                <Money kronor={unpaidAmount} />
              </td>
              <td>{`${String(rate).replace('.', ',')} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {spans.some(({ isRateKnown }) => !isRateKnown) && <p className="notice">{texts.unknownRate}</p>}
    </section>
  )
}

/** Most reminders of an invoice that are shown: more than there can be of those that hold. */
const MOST = 50

/** The reminders of an invoice, the latest first. */
export const RemindersOf = ({ invoiceId }: { invoiceId: string }) => {
  const texts = useWords(reminderWords)
  const { id: companyId, may } = useCompany()
  const [cancelling, setCancelling] = useState<string | null>(null)
  const params = { path: { companyId }, query: { query: `invoiceId==${invoiceId}`, pageSize: MOST } }
  const { data } = queries.useQuery('get', '/companies/{companyId}/reminders', { params })
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className="stack" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <table className="plain-table">
        <Heads texts={[texts.date, texts.claimed, texts.pay, texts.state]} />
        <tbody>
          {items.map((one, place) => (
            <Fragment key={one.id}>
              <tr>
                <td>
                  <PdfLink reminder={one}>{one.date}</PdfLink>{' '}
                  {one.isAutomatic && <span className="soft">({texts.byItself})</span>}
                </td>
                <td>
                  <Money kronor={one.totalAmount} />
                </td>
                <td className="whole">{one.dueDate}</td>
                <td>
                  <ReminderTag reminder={one} />{' '}
                  {one.cancelledDateTime === null && may('invoices:write') && cancelling === null && (
                    <ActionButton
                      {...(place === 0 ? { keys: 'a' } : {})}
                      variant="default"
                      size="compact-md"
                      onClick={() => setCancelling(one.id)}
                    >
                      {texts.cancelOne}
                    </ActionButton>
                  )}
                </td>
              </tr>
              <ReminderTrouble reminder={one} />
            </Fragment>
          ))}
        </tbody>
      </table>
      {cancelling !== null && <CancelForm key={cancelling} id={cancelling} onClose={() => setCancelling(null)} />}
    </section>
  )
}

/** The PDF, as it was sent. */
export const PdfLink = ({ reminder: { id, number }, children }: { reminder: Reminder; children: ReactNode }) => {
  const texts = useWords(reminderWords)
  const { id: companyId } = useCompany()
  return (
    <a
      className="whole"
      href={`${base}/v1/companies/${companyId}/reminders/${id}/download`}
      title={texts.downloadOf(number)}
    >
      {children}
    </a>
  )
}

const ORDER = ['bounced', 'failed', 'delayed', 'waiting', 'sent', 'delivered'] as const

/** Its status: cancelled, printed, or the results of its mails, with undelivered ones first. */
export const ReminderTag = ({ reminder: { mails, cancelledDateTime, cancelReason } }: { reminder: Reminder }) => {
  const texts = useWords(reminderWords)
  const { states } = useWords(sendingWords)
  if (cancelledDateTime !== null)
    return (
      <>
        <Tag>{texts.cancelled}</Tag> <small>{cancelReason}</small>
      </>
    )
  const worst = ORDER.find((state) => mails.some((mail) => mail.state === state))
  return worst ? <Tag tone={tones[worst]}>{states[worst]}</Tag> : <Tag>{texts.printed}</Tag>
}

/** Why its mails did not arrive, and what to do, below its row. */
const ReminderTrouble = ({ reminder: { mails, cancelledDateTime } }: { reminder: Reminder }) => {
  const { whatToDo } = useWords(sendingWords)
  const told = useStoredSentences(mails.map(({ failure }) => failure))
  const lost = cancelledDateTime === null ? mails.filter(({ state }) => isUndelivered(state)) : []
  if (lost.length === 0) return null
  return (
    <tr>
      <td colSpan={4}>
        {lost.map(({ recipient, failure, failureReason }) => (
          <p className="soft" key={recipient}>
            {recipient}: {told.get(failure ?? '') ?? failure}{' '}
            {!isWithdrawn(failureReason) && whatToDo[adviceOn(failure)]}
          </p>
        ))}
      </td>
    </tr>
  )
}

/** Cancels a reminder that holds: it cannot be taken back, so it is asked why. */
const CancelForm = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const texts = useWords(reminderWords)
  const { id: companyId } = useCompany()
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { run, isBusy, error, fields } = useAction()
  const [reason, setReason] = useState('')
  const cancel = async () => {
    const body = { reason }
    const init = { params: { path: { companyId, reminderId: id } }, body, headers: intent.headers(body) }
    const isDone = await run(async () => {
      answered(await api.POST('/companies/{companyId}/reminders/{reminderId}/cancel', init))
      intent.done()
      await refresh(...REMINDED)
    })
    if (!isDone) return focusFirstWrong()
    say(texts.saidCancelled)
    onClose()
  }
  return (
    <form
      className="card form"
      aria-label={texts.cancelOne}
      onSubmit={(event) => {
        event.preventDefault()
        void cancel()
      }}
    >
      <p>{texts.cancelHow}</p>
      <TextInput
        label={texts.reason}
        autoFocus
        autoComplete="off"
        maxLength={MAX_REASON}
        value={reason}
        error={fields.reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {error ? <FailureMessage error={error} /> : null}
      <FormEnd press={texts.cancelOne} cancel={texts.cancel} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
