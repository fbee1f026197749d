// The company's address for documents by mail, and what became of each mail that came to it.
import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { quoted, type Schema, useCompany, usePages, useRefresh, useVersioned } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { type Column, Table } from '#table'
import {
  ActionButton,
  bound,
  Empty,
  Facts,
  momentText,
  Page,
  PageSkeleton,
  ResilientContent,
  Search,
  Split,
  Tag,
  useAnnounce,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { mailInWords } from './mail-in-words.ts'

export { MailInPage as Page }

type Address = Schema<'MailAddress'>
type Mail = Schema<'ReceivedMail'>
type Part = Mail['parts'][number]

const ADDRESS = '/companies/{companyId}/mail-address'
const MAIL = '/companies/{companyId}/received-mails/{receivedMailId}'

const MailInPage = () => {
  const texts = useWords(mailInWords)
  const { id: companyId } = useCompany()
  const found = useVersioned<Address>(ADDRESS, { path: { companyId } })
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ResilientContent of={found} bones={<PageSkeleton lines={3} />}>
        {(data) => <Card {...data} />}
      </ResilientContent>
      <Mails />
    </Page>
  )
}

const Card = ({ address, domain, madeBy, madeDateTime }: Address) => {
  const texts = useWords(mailInWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { run, isBusy } = useDo()
  const act = (method: 'POST' | 'DELETE', said: string) =>
    run(async () => {
      await send(method, ADDRESS, { path: { companyId } })
      await refresh('mail-address')
    }, said)
  if (domain === null) return <Empty>{texts.noDomain}</Empty>
  const mayChange = may('purchasing-settings:write')
  if (address === null) {
    const make = mayChange && (
      <ActionButton keys="n" loading={isBusy} onClick={() => void act('POST', texts.isMade)}>
        {texts.make}
      </ActionButton>
    )
    return (
      <Empty how={mayChange && texts.noneHow} action={make}>
        {texts.none}
      </Empty>
    )
  }
  return (
    <section className="card settings-card" aria-label={texts.address}>
      <Facts
        facts={[
          [
            texts.address,
            <code key="address" className="mail-address">
              {address}
            </code>,
          ],
          [texts.made, madeDateTime && texts.by(madeBy ?? '', momentText(madeDateTime))],
        ]}
      />
      <div className="page-actions">
        <ActionButton
          keys="c"
          onClick={() => void navigator.clipboard?.writeText(address).then(() => say(texts.copied))}
        >
          {texts.copy}
        </ActionButton>
        {mayChange && (
          <>
            <ConfirmButton label={texts.renew} isBusy={isBusy} onSure={() => act('POST', texts.isMade)}>
              <p>{texts.renewLead}</p>
            </ConfirmButton>
            <ConfirmButton label={texts.end} isBusy={isBusy} onSure={() => act('DELETE', texts.isEnded)}>
              <p>{texts.endLead}</p>
            </ConfirmButton>
          </>
        )}
      </div>
    </section>
  )
}

const Mails = () => {
  const texts = useWords(mailInWords)
  const { id: companyId } = useCompany()
  const [{ open, q }, set] = useUrl()
  const found = usePages<Mail>('/received-mails', {
    companyId,
    query: { query: q ? `sender=~${quoted(q)}||subject=~${quoted(q)}` : undefined },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Mail>[] = [
    { key: 'at', title: texts.at, width: '9rem', cell: ({ receivedDateTime }) => momentText(receivedDateTime) },
    { key: 'sender', title: texts.sender, width: 'minmax(8rem, 1fr)', cell: ({ sender }) => sender || '–' },
    {
      key: 'subject',
      title: texts.subject,
      width: 'minmax(8rem, 1fr)',
      isWide: true,
      cell: ({ subject }) => subject || texts.noSubject,
    },
    { key: 'files', title: texts.files, width: '10rem', cell: ({ parts }) => <Outcome parts={parts} /> },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.mails}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        toneOf={({ parts }) => (parts.some(({ outcome }) => outcome === 'notKept') ? 'wrong' : undefined)}
        empty={<Empty>{q ? texts.noneFound : texts.noMails}</Empty>}
      />
    </ResilientContent>
  )
  return (
    <>
      <div className="filters">
        <Search label={texts.search} value={q ?? ''} onChange={(value) => set({ q: value, open: null })} />
      </div>
      <Split
        label={texts.mails}
        list={list}
        detail={open ? <Opened id={open} onClose={() => set({ open: null })} /> : null}
      />
    </>
  )
}

const tones = { eInvoice: 'good', upload: 'good', unread: 'waiting', known: 'plain', notKept: 'wrong' } as const

/** What matters most of a mail, and how many files it is true of. */
const Outcome = ({ parts }: Pick<Mail, 'parts'>) => {
  const texts = useWords(mailInWords)
  const worst = (['notKept', 'unread', 'eInvoice', 'upload', 'known'] as const).find((outcome) =>
    parts.some((part) => part.outcome === outcome),
  )
  if (worst === undefined) return <span className="soft">{texts.empty}</span>
  const count = parts.filter(({ outcome }) => outcome === worst).length
  return (
    <Tag tone={tones[worst]}>
      {texts.outcomes[worst]}
      {count > 1 && ` (${count})`}
    </Tag>
  )
}

const Opened = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const texts = useWords(mailInWords)
  const { id: companyId } = useCompany()
  const path = { companyId, receivedMailId: id }
  const found = useVersioned<Mail>(MAIL, { path })
  return (
    <ResilientContent of={found}>
      {(data) => (
        <>
          <div className="detail-head">
            <h2>{data.subject || texts.noSubject}</h2>
            <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
          </div>
          <Facts
            facts={[
              [texts.sender, data.sender],
              [texts.at, momentText(data.receivedDateTime)],
            ]}
          />
          <p className="soft">{texts.unchecked}</p>
          <h3>{texts.files}</h3>
          {data.parts.length === 0 && <p className="soft">{texts.empty}</p>}
          <ul className="plain-list" aria-label={texts.files}>
            {data.parts.map((part, place) => (
              <li key={`${place} ${part.name}`} className="mail-part">
                <PartLink {...part} />
                <Tag tone={tones[part.outcome]}>{texts.outcomes[part.outcome]}</Tag>
                {reasonsOf(part).map((reason) => (
                  <p key={reason} className="soft">
                    {reason}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </ResilientContent>
  )
}

/** A file may be wrong in more than one way; of a mail from before an update only the text is known. */
const reasonsOf = ({ reason, reasons }: Part): string[] =>
  reasons.length > 0 ? reasons.map(({ message }) => message) : [reason ?? []].flat()

/** The file's name, leading to what it became. */
const PartLink = ({ name, supplierInvoiceId, uploadId }: Part) => {
  const texts = useWords(mailInWords)
  const { id: companyId } = useCompany()
  const place = supplierInvoiceId
    ? { path: '/supplier-invoices', search: { open: supplierInvoiceId }, label: texts.openInvoice(name) }
    : uploadId
      ? { path: '/documents', search: { open: uploadId }, label: texts.openUpload(name) }
      : null
  if (place === null) return <strong>{name}</strong>
  return (
    <Link to={`/companies/${companyId}${place.path}` as never} search={place.search as never} aria-label={place.label}>
      {name}
    </Link>
  )
}
