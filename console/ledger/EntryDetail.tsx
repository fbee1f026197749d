// One entry: its lines, who booked it when, its document, what corrects it or what it corrects, and what has been said
// about it.
import { Button, CloseButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answered, api, isRefused, queries, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { useAccounts } from '#console/accounts'
import {
  ActionButton,
  bound,
  DayInput,
  Dialog,
  Facts,
  FailureMessage,
  Heads,
  Money,
  momentText,
  oreOf,
  PageSkeleton,
  Tag,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { Comments } from './Comments.tsx'
import { EntryDocuments } from './EntryDocuments.tsx'
import { filledFrom } from './entry.ts'
import { SaveTemplate } from './SaveTemplate.tsx'
import { TagChange } from './TagChange.tsx'
import { templateWords } from './template-words.ts'
import { words } from './words.ts'

type Entry = Schema<'BookedJournalEntry'>

type Given = {
  id: string
  onClose: () => void
  onOpen: (id: string) => void
  /** The entries beside it in the list, where there are any. */
  previous?: string | undefined
  next?: string | undefined
}

export const EntryDetail = ({ id, onClose, onOpen, previous, next }: Given) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data, error } = queries.useQuery('get', '/companies/{companyId}/journal-entries/{journalEntryId}', {
    params: { path: { companyId, journalEntryId: id } },
  })
  return (
    <>
      <div className="detail-head">
        <h2>{data ? `${data.journalEntryNumber} · ${data.title}` : ' '}</h2>
        <div className="button-row">
          <StepButton sign="‹" keys="[" label={texts.previous} to={previous} onOpen={onOpen} />
          <StepButton sign="›" keys="]" label={texts.next} to={next} onOpen={onOpen} />
          <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
        </div>
      </div>
      {error && <FailureMessage error={error} />}
      {!data && !error && <PageSkeleton />}
      {data && <Opened entry={data} onOpen={onOpen} />}
    </>
  )
}

const StepButton = ({
  sign,
  keys,
  label,
  to,
  onOpen,
}: {
  sign: string
  keys: string
  label: string
  to: string | undefined
  onOpen: (id: string) => void
}) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    disabled={!to}
    onClick={() => to && onOpen(to)}
    {...bound(keys)}
  >
    {sign}
  </button>
)

const Opened = ({ entry, onOpen }: { entry: Entry; onOpen: (id: string) => void }) => {
  const texts = useWords(words)
  const templateTexts = useWords(templateWords)
  const navigate = useNavigate()
  const { id: companyId, may } = useCompany()
  const [isReversing, setIsReversing] = useState(false)
  const [isTagging, setIsTagging] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const { reversesJournalEntryRef: reverses, reversedByJournalEntryRef: reversedBy } = entry
  const linkTo = (ref: { id: string; journalEntryNumber: string } | null) =>
    ref && (
      <Button size="compact-sm" variant="default" onClick={() => onOpen(ref.id)}>
        {ref.journalEntryNumber}
      </Button>
    )
  return (
    <>
      {may('journal-entries:write') && (
        <div className="button-row">
          <ActionButton
            keys="c"
            variant="default"
            onClick={() => void navigate({ to: `/companies/${companyId}/journal/new?copy=${entry.id}` as never })}
          >
            {texts.copy}
          </ActionButton>
          {may('tags:read') && (
            <ActionButton keys="t" variant="default" onClick={() => setIsTagging(true)}>
              {texts.changeTags}
            </ActionButton>
          )}
          <ActionButton keys="m" variant="default" onClick={() => setIsSaving(true)}>
            {templateTexts.saveAs}
          </ActionButton>
          {!reversedBy && (
            <ActionButton keys="r" variant="default" onClick={() => setIsReversing(true)}>
              {texts.reverse}
            </ActionButton>
          )}
        </div>
      )}
      <Facts
        facts={[
          [texts.date, entry.date],
          [texts.reverses, linkTo(reverses)],
          [texts.reversedBy, linkTo(reversedBy)],
          [texts.registered, momentText(entry.registeredDateTime)],
          [texts.by, entry.registeredBy.name],
          [
            texts.tags,
            entry.tags?.length ? entry.tags.map(({ tagId, tagName }) => <Tag key={tagId}>{tagName}</Tag>) : '',
          ],
        ]}
      />
      <Lines entry={entry} />
      {entry.vatRows.length > 0 && <VatRows rows={entry.vatRows} />}
      <EntryDocuments key={entry.id} entryId={entry.id} />
      <Comments entryId={entry.id} />
      {isSaving && <SaveTemplate from={filledFrom(entry)} onClose={() => setIsSaving(false)} />}
      {isTagging && <TagChange entryId={entry.id} onClose={() => setIsTagging(false)} />}
      <Reversal entry={entry} isOpen={isReversing} onClose={() => setIsReversing(false)} onDone={onOpen} />
    </>
  )
}

const Lines = ({ entry: { items } }: { entry: Entry }) => {
  const texts = useWords(words)
  const { nameOf } = useAccounts()
  const sum = items.reduce((all, { debit }) => all + oreOf(debit ?? 0), 0)
  return (
    <table className="plain-table">
      <Heads texts={[texts.account]} amounts={[texts.debit, texts.credit]} />
      <tbody>
        {items.map(({ id, account, debit, credit, tags }) => (
          <tr key={id}>
            <td>
              {account} {nameOf(account)}{' '}
              {tags?.map(({ tagId, tagName }) => (
                <Tag key={tagId}>{tagName}</Tag>
              ))}
            </td>
            <td className="is-right">{debit ? <Money kronor={debit} /> : null}</td>
            <td className="is-right">{credit ? <Money kronor={credit} /> : null}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{texts.sum}</th>
          <td className="is-right">
            <Money ore={sum} />
          </td>
          <td className="is-right">
            <Money ore={sum} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** What the entry adds to the VAT return. */
const VatRows = ({ rows }: { rows: Entry['vatRows'] }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data: codes = [] } = queries.useQuery('get', '/companies/{companyId}/vat-codes', {
    params: { path: { companyId } },
  })
  return (
    <section>
      <h3>{texts.vatRows}</h3>
      <table className="plain-table">
        <Heads texts={[texts.vatBox]} amounts={[texts.vatBase, texts.vat]} />
        <tbody>
          {rows.map(({ box, base, tax }) => (
            <tr key={box}>
              <td>
                {box} <span className="soft">{codes.find(({ code }) => code === box)?.name}</span>
              </td>
              <td className="is-right">{base === null ? null : <Money kronor={base} />}</td>
              <td className="is-right">{tax === null ? null : <Money kronor={tax} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What is booked is never changed: a correction is an entry of its own. */
const Reversal = ({
  entry,
  isOpen,
  onClose,
  onDone,
}: {
  entry: Entry
  isOpen: boolean
  onClose: () => void
  onDone: (id: string) => void
}) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const navigate = useNavigate()
  const { id: companyId } = useCompany()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [date, setDate] = useState('')
  const reverse = async (isBookedAgain: boolean) => {
    setIsBusy(true)
    try {
      const made = answered(
        await api.POST('/companies/{companyId}/journal-entries/{journalEntryId}/reverse', {
          params: {
            path: { companyId, journalEntryId: entry.id },
            header: intent.headers(date),
            ...(date && { query: { date } }),
          },
        }),
      )
      say(texts.reversed(made.journalEntryNumber))
      await refresh('journal-entries', 'reports', 'chart-of-accounts')
      onClose()
      // A copy of what was wrong, to be changed and booked.
      if (isBookedAgain) {
        const again = `/companies/${companyId}/journal/new?copy=${entry.id}&date=${date || entry.date}`
        void navigate({ to: again as never })
      } else onDone(made.id)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setIsBusy(false)
    }
  }
  const wrongDay = isRefused(error) ? error.fields.date : undefined
  return (
    <Dialog title={texts.reverse} isOpen={isOpen} onClose={onClose}>
      {error !== null && !wrongDay && <FailureMessage error={error} />}
      <p>{texts.reverseLead(entry.journalEntryNumber)}</p>
      <DayInput
        my="md"
        label={texts.reverseDate}
        description={texts.reverseDateHint}
        value={date}
        onChange={setDate}
        error={wrongDay}
      />
      <div className="button-row">
        <ActionButton keys="Mod+Enter" loading={isBusy} onClick={() => void reverse(false)}>
          {texts.reverse}
        </ActionButton>
        <ActionButton variant="default" loading={isBusy} onClick={() => void reverse(true)}>
          {texts.reverseAndBook}
        </ActionButton>
        <Button size="sm" variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
