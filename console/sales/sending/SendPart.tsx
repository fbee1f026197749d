// Sending by mail: a panel with the mail beside the attached document, and the results of earlier mails.
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { Fragment } from 'react'
import {
  api,
  queries,
  type Schema,
  useAction,
  useCompany,
  useIntent,
  useKeptForm,
  useRefresh,
  useStoredSentences,
} from '#client'
import { DocumentView } from '#console/document-view'
import {
  FailureMessage,
  FormEnd,
  focusFirstWrong,
  Heads,
  KeptNote,
  momentText,
  PageSkeleton,
  Tag,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { sendingWords } from './sending-words.ts'
import { adviceOn, isUndelivered } from './undelivered.ts'

type Period = { from: string; to: string }

/** What is sent: its kind decides the addresses of the API, and `load` its PDF. A statement has its customer's id. */
type Sendable = { id: string; title: string; load: () => Promise<Blob> } & (
  | { kind: 'invoice' | 'creditNote' }
  | { kind: 'statement'; period: Period }
)

/** Requests about one document; the kinds have the same below addresses of their own. */
const useRoutes = (document: Sendable) => {
  const { id, kind } = document
  const { id: companyId } = useCompany()
  const invoice = { params: { path: { companyId, invoiceId: id } } }
  const creditNote = { params: { path: { companyId, creditNoteId: id } } }
  const customer = { params: { path: { companyId, customerId: id } } }
  const ofInvoice = { enabled: kind === 'invoice' }
  const ofNote = { enabled: kind === 'creditNote' }
  const ofStatement = { enabled: kind === 'statement' }
  return {
    useMail: () => {
      const first = queries.useQuery('get', '/companies/{companyId}/invoices/{invoiceId}/mail', invoice, ofInvoice)
      const path = '/companies/{companyId}/credit-notes/{creditNoteId}/mail'
      const second = queries.useQuery('get', path, creditNote, ofNote)
      const query = document.kind === 'statement' ? document.period : {}
      const third = queries.useQuery(
        'get',
        '/companies/{companyId}/customers/{customerId}/statement/mail',
        { params: { ...customer.params, query } },
        ofStatement,
      )
      return { invoice: first, creditNote: second, statement: third }[kind]
    },
    useSendings: () => {
      const first = queries.useQuery('get', '/companies/{companyId}/invoices/{invoiceId}/sendings', invoice, ofInvoice)
      const path = '/companies/{companyId}/credit-notes/{creditNoteId}/sendings'
      const second = queries.useQuery('get', path, creditNote, ofNote)
      const statements = '/companies/{companyId}/customers/{customerId}/statement/sendings'
      const third = queries.useQuery('get', statements, customer, ofStatement)
      return { invoice: first, creditNote: second, statement: third }[kind]
    },
    send: (letter: Letter, paymentLink: boolean, headers: { 'Idempotency-Key': string }) => {
      if (document.kind === 'statement') {
        const body = { ...letter, period: document.period }
        return api.POST('/companies/{companyId}/customers/{customerId}/statement/send', { ...customer, body, headers })
      }
      const body = { ...letter, paymentLink }
      return kind === 'invoice'
        ? api.POST('/companies/{companyId}/invoices/{invoiceId}/send', { ...invoice, body, headers })
        : api.POST('/companies/{companyId}/credit-notes/{creditNoteId}/send', { ...creditNote, body, headers })
    },
  }
}

type Letter = Omit<Schema<'DocumentMail'>, 'paymentLink'>

/** The mail as it is proposed, to be changed and sent. */
export const SendPanel = ({ document, onClose }: { document: Sendable; onClose: () => void }) => {
  const { data, error, refetch } = useRoutes(document).useMail()
  return (
    <>
      {error ? <FailureMessage error={error} retry={() => void refetch()} /> : null}
      {data ? <MailForm document={document} proposed={data} onClose={onClose} /> : error ? null : <PageSkeleton />}
    </>
  )
}

type Typed = { to: string; subject: string; text: string; copy: boolean; link: boolean }

const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

const MailForm = (given: { document: Sendable; proposed: Schema<'ProposedMail'>; onClose: () => void }) => {
  const { document, proposed, onClose } = given
  const texts = useWords(sendingWords)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const form = useKeptForm<Typed>(`mail:${document.id}`, () => ({
    to: proposed.to.join(', '),
    subject: proposed.subject,
    text: proposed.text,
    copy: false,
    link: true,
  }))
  const { typed: mail, change } = form
  const { run, isBusy, error, fields } = useAction()
  const { send } = useRoutes(document)
  const submit = async () => {
    const { to: typed, copy: copyToSender, link, subject, text } = mail
    const to = addressesIn(typed)
    // Without an address the service says what is missing.
    const letter = { copyToSender, subject, text, ...(to.length > 0 ? { to } : {}) }
    const isLinked = link !== false
    const isDone = await run(async () => {
      await send(letter, isLinked, intent.headers({ ...letter, isLinked, document }))
      intent.done()
      // Until it is read nothing is sent again.
      await refresh('invoices', 'credit-notes', 'customers')
    })
    if (!isDone) return focusFirstWrong()
    say(texts.saidSent(to.join(', ') || proposed.to.join(', ')))
    form.drop()
    onClose()
  }
  const wrongTo = Object.entries(fields).find(([path]) => path === 'to' || path.startsWith('to.'))?.[1]
  return (
    <section className="card mail" aria-label={texts.title}>
      <form
        className="stack"
        aria-label={texts.title}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <KeptNote isTyped={form.isTyped} onForget={form.startOver} />
        <TextInput
          label={texts.to}
          description={texts.toHint}
          data-autofocus
          autoFocus
          inputMode="email"
          autoComplete="off"
          value={mail.to}
          error={wrongTo}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
        <TextInput
          label={texts.subject}
          autoComplete="off"
          value={mail.subject}
          error={fields.subject}
          onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
        />
        <Textarea
          label={texts.text}
          rows={9}
          value={mail.text}
          error={fields.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        {document.kind === 'invoice' && (
          <Checkbox
            label={texts.withLink}
            checked={mail.link !== false}
            onChange={({ currentTarget }) => change({ link: currentTarget.checked })}
          />
        )}
        {proposed.replyTo === null ? (
          <p className="notice">{texts.noReplies}</p>
        ) : (
          <Checkbox
            label={texts.copy(proposed.replyTo)}
            error={fields.copyToSender}
            checked={mail.copy}
            onChange={({ currentTarget }) => change({ copy: currentTarget.checked })}
          />
        )}
        {error ? <FailureMessage error={error} /> : null}
        <FormEnd press={texts.send} cancel={texts.cancel} isBusy={isBusy} onClose={onClose} onDrop={form.drop} />
      </form>
      <div className="mail-paper">
        <p className="soft">{texts.attached(proposed.fileName)}</p>
        <DocumentView title={document.title} load={document.load} />
      </div>
    </section>
  )
}

/** How a mail went, as a tag shows it. */
export const tones = {
  waiting: 'waiting',
  sent: 'good',
  delayed: 'waiting',
  delivered: 'good',
  bounced: 'wrong',
  failed: 'wrong',
} as const

/** How often it was sent, to whom, and how that went. */
export const Sendings = ({ document }: { document: Sendable }) => {
  const texts = useWords(sendingWords)
  const { data } = useRoutes(document).useSendings()
  const items = data?.items ?? []
  const told = useStoredSentences(items.map(({ failure }) => failure))
  if (items.length === 0) return null
  return (
    <section aria-label={texts.sendings} className="stack">
      <h3>{texts.sendings}</h3>
      <table className="plain-table">
        <Heads texts={[texts.when, texts.recipient, texts.by, texts.state]} />
        <tbody>
          {items.map(({ id, recipient, isCopy, state, sentBy, queuedDateTime, sentDateTime, failure }) => (
            <Fragment key={id}>
              <tr>
                <td>{momentText(sentDateTime ?? queuedDateTime)}</td>
                <td>
                  {recipient} {isCopy && <span className="soft">({texts.isCopy})</span>}
                </td>
                <td>{sentBy}</td>
                <td>
                  <Tag tone={tones[state]}>{texts.states[state]}</Tag>
                </td>
              </tr>
              {failure && (
                <tr>
                  <td colSpan={4}>
                    <small>{told.get(failure) ?? failure}</small>
                    {isUndelivered(state) && <p className="soft">{texts.whatToDo[adviceOn(failure)]}</p>}
                    {state === 'delayed' && <p className="soft">{texts.isLate}</p>}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}
