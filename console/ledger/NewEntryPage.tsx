// A new entry: its day, its text, its lines, and the document that it is booked from beside it. Nothing typed is lost
// by a reload, a lost network or a session that ended.
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { answered, api, isRefused, queries, useCompany, useDraft, useIntent, useRefresh } from '#client'
import { useAccounts } from '#console/accounts'
import { DocumentView } from '#console/document-view'
import {
  Act,
  amountText,
  bound,
  DayInput,
  DraftElsewhere,
  focusFirstWrong,
  oreOf,
  Page,
  today,
  useSay,
  useUrl,
  Wrong,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { EntryGrid } from './EntryGrid.tsx'
import { type Draft, isBlank, itemOf, linesToBook, newLine, placeOf, vatLinesFor, withRoom, withVat } from './entry.ts'
import { words } from './words.ts'

export { NewEntryPage as Page }

const empty = (date: string): Draft => ({ date, title: '', lines: [newLine(), newLine()], tags: {} })

const NewEntryPage = () => {
  const [{ copy, document }] = useUrl()
  // What is copied or booked from a document is a draft of its own.
  const key = ['journal-entry', copy, document].filter(Boolean).join(':')
  return <EntryForm key={key} draftKey={key} copy={copy} uploadId={document} />
}

const EntryForm = ({
  draftKey,
  copy,
  uploadId,
}: {
  draftKey: string
  copy: string | undefined
  uploadId: string | undefined
}) => {
  const texts = useWords(words)
  const say = useSay()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const drafts = useDraft<Draft>(draftKey)
  const [draft, setDraft] = useState<Draft>(() => drafts.kept() ?? empty(today()))
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [line, setLine] = useState(0)
  const title = useRef<HTMLInputElement>(null)
  const isUntouched = draft.title === '' && draft.lines.every(isBlank)

  const change = (changes: Partial<Draft>) =>
    setDraft((before) => {
      const after = { ...before, ...changes }
      drafts.keep(after)
      return after
    })
  useCopy(isUntouched ? copy : undefined, (from) => setDraft((before) => ({ ...before, ...from })))
  const startOver = () => {
    drafts.drop()
    setDraft((before) => empty(before.date))
    setWrong({})
    setError(null)
    title.current?.focus()
  }
  const book = async () => {
    const { lines, places } = linesToBook(draft.lines)
    const tags = Object.values(draft.tags)
      .filter(Boolean)
      .map((tagId) => ({ tagId, weight: 1 }))
    const body = {
      ...{ date: draft.date, title: draft.title, items: lines.map(itemOf) },
      ...(tags.length > 0 && { tags }),
      ...(uploadId && { uploadRef: { id: uploadId } }),
    }
    setIsBusy(true)
    setWrong({})
    setError(null)
    try {
      const made = answered(
        await api.POST('/companies/{companyId}/journal-entries', {
          params: { path: { companyId }, header: intent.headers(body) },
          body,
        }),
      )
      say(texts.booked(made.journalEntryNumber))
      startOver()
      void refresh('journal-entries', 'uploads', 'reports', 'chart-of-accounts')
      if (uploadId || copy) void navigate({ to: `/companies/${companyId}/journal?open=${made.id}` as never })
    } catch (thrown) {
      drafts.keep(draft)
      const placed = placedIn(thrown, places)
      setWrong(placed)
      const isShown = Object.keys(placed).every((field) => /^(title|date|\d+\.(account|debit|credit))$/.test(field))
      if (Object.keys(placed).length === 0 || !isShown) setError(thrown)
      focusFirstWrong()
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Page
      title={texts.newEntry}
      actions={
        <>
          <Button variant="default" size="sm" onClick={startOver} disabled={isUntouched}>
            {texts.discard}
          </Button>
          <Act keys="Mod+Enter" loading={isBusy} onClick={() => void book()}>
            {texts.book}
          </Act>
        </>
      }
    >
      <div className={uploadId ? 'beside' : undefined}>
        <form className="card entry" onSubmit={(event) => event.preventDefault()}>
          <DraftElsewhere elsewhere={isUntouched ? drafts.elsewhere : null} onTake={setDraft} />
          {error !== null && <Wrong error={error} />}
          <div className="entry-head">
            <DayInput
              label={texts.date}
              value={draft.date}
              error={wrong.date}
              wrong={texts.noDay}
              onChange={(date) => change({ date })}
              onKeyDown={(event) => event.key === 'Enter' && title.current?.focus()}
            />
            <TextInput
              ref={title}
              label={texts.text}
              autoFocus
              autoComplete="off"
              maxLength={1000}
              value={draft.title}
              error={wrong.title}
              onChange={({ currentTarget }) => change({ title: currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                event.preventDefault()
                window.document.querySelector<HTMLElement>('.entry-grid input')?.focus()
              }}
            />
          </div>
          <EntryGrid lines={draft.lines} wrong={wrong} onEnter={setLine} onChange={(lines) => change({ lines })} />
          <VatOffer draft={draft} line={line} onChange={(lines) => change({ lines })} />
          <EntryTags tags={draft.tags} onChange={(tags) => change({ tags })} />
          <p className="soft">{texts.gridKeys}</p>
        </form>
        {uploadId && <DocumentView uploadId={uploadId} />}
      </div>
    </Page>
  )
}

/** Sentences about fields, by the line on which each was typed: `2.account`. */
const placedIn = (thrown: unknown, places: readonly number[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRefused(thrown) ? thrown.fields : {}).map(([field, sentence]) => {
      const place = placeOf(field, places)
      return [place ? `${place.line}.${place.field}` : field, sentence]
    }),
  )

/** Fills in what an earlier entry has. */
const useCopy = (id: string | undefined, fill: (from: Pick<Draft, 'title' | 'lines'>) => void) => {
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/journal-entries/{journalEntryId}',
    { params: { path: { companyId, journalEntryId: id ?? '' } } },
    { enabled: id !== undefined },
  )
  useEffect(() => {
    if (!data || id === undefined) return
    const lines = data.items.map(({ account, debit, credit }) =>
      newLine({
        account: String(account),
        debit: debit ? oreOf(debit) : null,
        credit: credit ? oreOf(credit) : null,
      }),
    )
    fill({ title: data.title, lines: withRoom(lines) })
    // Filled in once, when it has been read.
  }, [data])
}

/** The VAT that follows from the line that hands are on. */
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
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/vat-codes',
    { params: { path: { companyId } } },
    { enabled: may('chart-of-accounts:read') },
  )
  // The last line with an amount, when hands have gone on to the next.
  const place = [line, line - 1].find((at) => draft.lines[at]?.debit || draft.lines[at]?.credit) ?? -1
  const current = draft.lines[place]
  const offered = useMemo(() => {
    const account = Number(current?.account ?? 0)
    const codes = (data ?? []).filter(({ accounts }) => accounts.includes(account)).map(({ code }) => code)
    const found = vatLinesFor(current, { codes, isGross, name: nameOf(account) })
    return found.filter((one) => names.has(one.account))
  }, [current, data, isGross, nameOf, names])
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
