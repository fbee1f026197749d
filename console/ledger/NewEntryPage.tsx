// A new entry: its day, its text, its lines, and the document that it is booked from beside it. Nothing typed is lost
// by a reload, a lost network or a session that ended.
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { queries, useAction, useCompany } from '#client'
import { useAccountRoles, useAccounts } from '#console/accounts'
import {
  DropDocument,
  dropped,
  ReadNote,
  ReadPlace,
  readMark,
  UploadView,
  uploadDocument,
  useKeeping,
  useReading,
  useShownPlace,
} from '#console/uploads'
import { MAX_ENTRY_TITLE } from '#rule/limits'
import { ActionButton, amountText, bound, DayInput, DraftElsewhere, FailureMessage, Page, today, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { EntryGrid } from './EntryGrid.tsx'
import {
  type Draft,
  filledFrom,
  hasLineTags,
  isBlank,
  vatLinesFor,
  withGivenBoxes,
  withTemplate,
  withVat,
} from './entry.ts'
import { readParts, withoutReading, withReading } from './entry-reading.ts'
import { LineBoxes } from './LineBoxes.tsx'
import { SaveTemplate } from './SaveTemplate.tsx'
import { SentEntries } from './SentEntries.tsx'
import { TemplateBar } from './TemplateBar.tsx'
import { templateWords } from './template-words.ts'
import { useEntry } from './use-entry.ts'
import { words } from './words.ts'

export { NewEntryPage as Page }

const NewEntryPage = () => {
  const [{ copy, date, document, template }] = useUrl()
  // What is copied, or booked from a document or a template, is a draft of its own.
  const key = ['journal-entry', copy, document, template].filter(Boolean).join(':')
  return <EntryForm key={key} draftKey={key} copy={copy} on={date} uploadId={document} templateId={template} />
}

const EntryForm = ({
  draftKey,
  copy,
  on,
  uploadId,
  templateId,
}: {
  draftKey: string
  copy: string | undefined
  /** The day of a copy; that of the form when left out. */
  on: string | undefined
  uploadId: string | undefined
  templateId: string | undefined
}) => {
  const texts = useWords(words)
  const templateTexts = useWords(templateWords)
  const navigate = useNavigate()
  const { id: companyId } = useCompany()
  const [line, setLine] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const title = useRef<HTMLInputElement>(null)
  const isForNext = !uploadId && !copy
  const entry = useEntry({
    draftKey,
    isForNext,
    templateId,
    uploadId,
    onBooked: (id) => void navigate({ to: `/companies/${companyId}/journal?open=${id}` as never }),
    onEmptied: () => title.current?.focus(),
  })
  const { draft, setDraft, turn, startOver, book, isUntouched, elsewhere, other, wrong, error, isBusy } = entry
  const put = (changes: Partial<Draft>) => turn((before) => ({ ...before, ...changes }))
  // An entry that the form is left with is booked as it stands: it cannot be edited meanwhile.
  const change = (changes: Partial<Draft>) => (isBusy ? undefined : put(changes))
  const document = useDocument(uploadId ?? draft.uploadId ?? null, (id) => put({ uploadId: id }))
  const read = useFilling(document.id, draft, turn)
  const place = useShownPlace(document.id, draft.read?.marks)
  useCopy(isUntouched ? copy : undefined, (from) =>
    setDraft((before) => ({ ...before, ...from, ...(on ? { date: on } : {}) })),
  )
  return (
    <Page
      title={texts.newEntry}
      actions={
        <>
          <Button variant="default" size="sm" onClick={startOver} disabled={isUntouched || isBusy}>
            {texts.discard}
          </Button>
          <Button variant="default" size="sm" onClick={() => setIsSaving(true)} disabled={isUntouched}>
            {templateTexts.saveAs}
          </Button>
          <ActionButton keys="Mod+Enter" loading={isBusy} onClick={book}>
            {texts.book}
          </ActionButton>
        </>
      }
    >
      <div className={document.id ? 'beside' : undefined} {...dropped(document.put)}>
        <form className="card entry" onFocus={place.onFocus} onSubmit={(event) => event.preventDefault()}>
          {!isBusy && (
            <DraftElsewhere elsewhere={isUntouched ? elsewhere : null} other={other} shown={draft} onTake={setDraft} />
          )}
          <SentEntries entries={entry.sent} onShow={entry.swap} onRetry={entry.retry} />
          {error !== null && <FailureMessage error={error} />}
          {document.error !== null && <FailureMessage error={document.error} />}
          <div className="entry-head">
            <DayInput
              label={texts.date}
              value={draft.date}
              readOnly={isBusy}
              error={wrong.date}
              onChange={(date) => change({ date, isDateTyped: true })}
              {...readMark(draft.read?.marks, 'date', draft.date)}
              onKeyDown={(event) => event.key === 'Enter' && title.current?.focus()}
            />
            <TextInput
              ref={title}
              label={texts.text}
              autoFocus
              autoComplete="off"
              maxLength={MAX_ENTRY_TITLE}
              value={draft.title}
              readOnly={isBusy}
              error={wrong.title}
              onChange={({ currentTarget }) => change({ title: currentTarget.value })}
              {...readMark(draft.read?.marks, 'title', draft.title)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                event.preventDefault()
                window.document.querySelector<HTMLElement>('.entry-grid input')?.focus()
              }}
            />
          </div>
          {read}
          <TemplateBar
            chosen={draft.template ?? null}
            isReadOnly={isBusy}
            onChoose={(template) => change({ template })}
            onFill={(from) => turn((before) => withTemplate(before, from))}
            onDone={() => title.current?.focus()}
          />
          <EntryGrid
            lines={draft.lines}
            isReadOnly={isBusy}
            wrong={wrong}
            marks={draft.read?.marks}
            onEnter={setLine}
            onChange={(lines) => change({ lines })}
          />
          <LineBoxes
            lines={draft.lines}
            isReadOnly={isBusy}
            isBlank={isBlank}
            onChange={(lines) => change({ lines })}
          />
          <VatOffer draft={draft} line={line} onChange={(lines) => change({ lines })} />
          {!hasLineTags(draft.lines) && <EntryTags tags={draft.tags} onChange={(tags) => change({ tags })} />}
          {!document.id && <DropDocument onFiles={document.put} isBusy={document.isSending} isMore />}
          <p className="soft keys-line">{texts.gridKeys}</p>
        </form>
        {document.id && (
          <ReadPlace value={place.shown}>
            <UploadView uploadId={document.id} />
          </ReadPlace>
        )}
      </div>
      {isSaving && <SaveTemplate from={draft} onClose={() => setIsSaving(false)} />}
    </Page>
  )
}

/**
 * The document that the entry is typed from: the one it was opened with, or one that is added here. An entry that is
 * typed has one: what else is dropped is kept for others.
 */
const useDocument = (id: string | null, onAdded: (id: string) => void) => {
  const { id: companyId } = useCompany()
  const { run, isBusy, error } = useAction()
  const keep = useKeeping()
  const put = (files: readonly File[]) =>
    void run(async () => {
      const first = id === null ? files[0] : undefined
      try {
        if (first) onAdded((await uploadDocument(companyId, first)).id)
      } finally {
        await keep(first ? files.slice(1) : files)
      }
    })
  return { id, put, isSending: isBusy, error }
}

/** Fills in what was read of the document, once, and says so. */
const useFilling = (uploadId: string | null, draft: Draft, turn: (into: (before: Draft) => Draft) => void) => {
  const texts = useWords(words)
  const reading = useReading(uploadId)
  const proposals = reading?.proposals ?? null
  const isFilled = draft.read?.uploadId === uploadId
  useEffect(() => {
    if (uploadId !== null && proposals && !isFilled) turn((before) => withReading(before, uploadId, proposals))
    // Filled in once, when it has been read.
  }, [uploadId, proposals, isFilled])
  const parts = { date: texts.date, title: texts.text, lines: texts.lines }
  return (
    <ReadNote
      uploadId={uploadId}
      reading={reading}
      filled={readParts(draft).map((part) => parts[part].toLowerCase())}
      onClear={() => turn((before) => withoutReading(before, today()))}
    />
  )
}

/** Fills in what an earlier entry has. */
const useCopy = (id: string | undefined, fill: (from: Pick<Draft, 'title' | 'lines' | 'tags'>) => void) => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/journal-entries/{journalEntryId}',
    { params: { path: { companyId, journalEntryId: id ?? '' } } },
    { enabled: id !== undefined },
  )
  const { data: codes } = queries.useQuery(
    'get',
    '/companies/{companyId}/vat-codes',
    { params: { path: { companyId } } },
    { enabled: id !== undefined && may('chart-of-accounts:read') },
  )
  useEffect(() => {
    if (!data || id === undefined || (!codes && may('chart-of-accounts:read'))) return
    fill(filledFrom(withGivenBoxes(data, codes ?? [])))
    // Filled in once, when it has been read.
  }, [data, codes !== undefined])
}

/** The VAT that follows from the line with the focus. */
const VatOffer = ({
  draft,
  line,
  onChange,
}: {
  draft: Draft
  line: number
  onChange: (lines: Draft['lines']) => void
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { id: companyId, may } = useCompany()
  const [isGross, setIsGross] = useState(false)
  const { nameOf, names } = useAccounts()
  const roles = useAccountRoles()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/vat-codes',
    { params: { path: { companyId } } },
    { enabled: may('chart-of-accounts:read') },
  )
  // The last line with an amount, if the focus is on a line after it.
  const place = [line, line - 1].find((at) => draft.lines[at]?.debit || draft.lines[at]?.credit) ?? -1
  const current = draft.lines[place]
  const offered = useMemo(() => {
    const account = Number(current?.account ?? 0)
    const codes = (data ?? []).filter(({ accounts }) => accounts.includes(account)).map(({ code }) => code)
    const found = vatLinesFor(current, { codes, isGross, name: nameOf(account), accounts: roles })
    return found.filter((one) => names.has(one.account))
  }, [current, data, isGross, nameOf, names, roles])
  const isThere = draft.lines.some(({ account }) => offered.some((one) => String(one.account) === account))
  if (!data || offered.length === 0 || isThere) return null
  return (
    <div className="entry-vat" role="group" aria-label={texts.vat}>
      <span>{texts.vatOf(current?.account ?? '')}</span>
      {offered.map((vat, index) => (
        <Button
          key={vat.rate}
          size="xs"
          variant="default"
          {...(index === 0 ? bound('Mod+m') : {})}
          onClick={() => onChange(withVat(draft.lines, place, vat, isGross))}
        >
          {texts.vatRate(vat.rate, amountText(vat.ore, language), vat.account)}
        </Button>
      ))}
      <Checkbox
        label={texts.gross}
        checked={isGross}
        onChange={({ currentTarget }) => setIsGross(currentTarget.checked)}
      />
    </div>
  )
}

/** A tag of each group for the whole entry, where the company has tag groups. */
const EntryTags = ({ tags, onChange }: { tags: Draft['tags']; onChange: (tags: Draft['tags']) => void }) => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/tag-groups',
    { params: { path: { companyId } } },
    { enabled: may('tags:read'), retry: false },
  )
  const groups = data?.items.filter((group) => group.tags.length > 0) ?? []
  if (groups.length === 0) return null
  return (
    <div className="entry-tags">
      {groups.map(({ id, name, tags: choices }) => (
        <NativeSelect
          key={id}
          label={name}
          value={tags[id] ?? ''}
          data={[{ value: '', label: '–' }, ...choices.map((tag) => ({ value: tag.id, label: tag.name }))]}
          onChange={({ currentTarget }) => onChange({ ...tags, [id]: currentTarget.value })}
        />
      ))}
    </div>
  )
}
