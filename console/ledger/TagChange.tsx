// The tags of a booked entry are set anew: for all of it, or line by line. They group what is booked and are no part of
// it, so they may change whenever.
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { api, queries, type Schema, useCompany, useRefresh, useVersioned } from '#client'
import { ActionButton, amountText, Dialog, entered, FailureMessage, oreOf, PageSkeleton, useAnnounce } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './words.ts'

type Entry = Schema<'BookedJournalEntry'>
type Group = Schema<'TagGroup'>
type Tags = NonNullable<Entry['tags']>

/** The tag chosen in each group: none, one, or what is there already. */
type Choice = Readonly<Record<string, string>>

/** Several tags that share a line, or one with a share of it: the list has no row for these, and they stay. */
const KEPT = 'kept'

const ADDRESS = '/companies/{companyId}/journal-entries/{journalEntryId}'

const ofGroup = (tags: Tags | undefined, groupId: string) => tags?.filter((tag) => tag.tagGroupId === groupId) ?? []

const choiceOf = (groups: readonly Group[], tags: Tags | undefined): Choice =>
  Object.fromEntries(
    groups.map(({ id }) => {
      const [first, ...more] = ofGroup(tags, id)
      const isShared = more.length > 0 || (first?.weight ?? 1) !== 1
      return [id, isShared ? KEPT : (first?.tagId ?? '')]
    }),
  )

const chosen = (groups: readonly Group[], choice: Choice, before: Tags | undefined) =>
  groups.flatMap(({ id }) => {
    const tagId = choice[id] ?? ''
    if (tagId === KEPT) return ofGroup(before, id).map((tag) => ({ tagId: tag.tagId, weight: tag.weight ?? 1 }))
    return tagId === '' ? [] : [{ tagId, weight: 1 }]
  })

export const TagChange = ({ entryId, onClose }: { entryId: string; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const path = { companyId, journalEntryId: entryId }
  const { data: entry, etag, error } = useVersioned<Entry>(ADDRESS, { path })
  const groups = queries.useQuery('get', '/companies/{companyId}/tag-groups', { params: { path: { companyId } } })
  const wrong = error ?? groups.error
  return (
    <Dialog title={texts.changeTags} isOpen onClose={onClose}>
      {wrong ? <FailureMessage error={wrong} /> : null}
      {!wrong && (!entry || !groups.data) && <PageSkeleton />}
      {entry && groups.data?.items.every(({ tags }) => tags.length === 0) && <p>{texts.noTagGroups}</p>}
      {entry && groups.data?.items.some(({ tags }) => tags.length > 0) && (
        <Choices entry={entry} etag={etag} groups={groups.data.items} onClose={onClose} />
      )}
    </Dialog>
  )
}

const Choices = ({
  entry,
  etag,
  groups,
  onClose,
}: {
  entry: Entry
  etag: string | null
  groups: readonly Group[]
  onClose: () => void
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId } = useCompany()
  // What the dialog began with: what others change meanwhile is refused when it is saved, and not mixed in.
  const [began] = useState({ entry, etag })
  const [isByLine, setIsByLine] = useState(entry.items.some(({ tags }) => tags?.length))
  const [whole, setWhole] = useState(() => choiceOf(groups, entry.tags))
  const [lines, setLines] = useState(() => entry.items.map(({ tags }) => choiceOf(groups, tags)))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    const { entry: before, etag: version } = began
    const items = before.items.map(({ id, tags }, at) => ({ id, tags: chosen(groups, lines[at] ?? {}, tags) }))
    setIsBusy(true)
    setError(null)
    try {
      await api.PUT('/companies/{companyId}/journal-entries/{journalEntryId}/tags', {
        params: { path: { companyId, journalEntryId: entry.id } },
        body: isByLine ? { items } : { tags: chosen(groups, whole, before.tags) },
        headers: version ? { 'If-Match': version } : {},
      })
      await refresh('journal-entries', 'tag-groups')
      say(texts.saved)
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="form" ref={entered}>
      {error !== null && <FailureMessage error={error} />}
      <Checkbox
        label={texts.tagsByLine}
        checked={isByLine}
        onChange={({ currentTarget }) => setIsByLine(currentTarget.checked)}
      />
      {!isByLine && <Picks groups={groups} choice={whole} before={entry.tags} onChange={setWhole} />}
      {isByLine &&
        began.entry.items.map(({ id, account, debit, credit, tags }, at) => (
          <fieldset key={id} className="plain-fieldset">
            <legend>
              {account} · {debit ? texts.debit : texts.credit} {amountText(oreOf(debit || credit || 0), language)}
            </legend>
            <Picks
              groups={groups}
              choice={lines[at] ?? {}}
              before={tags}
              onChange={(choice) => setLines(lines.map((one, place) => (place === at ? choice : one)))}
            />
          </fieldset>
        ))}
      <div className="button-row">
        <ActionButton keys="Mod+Enter" loading={isBusy} onClick={() => void save()}>
          {texts.save}
        </ActionButton>
        <Button size="sm" variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  )
}

const Picks = ({
  groups,
  choice,
  before,
  onChange,
}: {
  groups: readonly Group[]
  choice: Choice
  before: Tags | undefined
  onChange: (choice: Choice) => void
}) => {
  const namesOf = (id: string) =>
    ofGroup(before, id)
      .map(({ tagName, weight }) => `${tagName} ${Math.round((weight ?? 1) * 100)} %`)
      .join(', ')
  return (
    <div className="entry-tags">
      {groups
        .filter(({ tags }) => tags.length > 0)
        .map(({ id, name, tags }) => (
          <NativeSelect
            key={id}
            label={name}
            value={choice[id] ?? ''}
            data={[
              { value: '', label: '–' },
              ...(choiceOf(groups, before)[id] === KEPT ? [{ value: KEPT, label: namesOf(id) }] : []),
              ...tags.map((tag) => ({ value: tag.id, label: tag.name })),
            ]}
            onChange={({ currentTarget }) => onChange({ ...choice, [id]: currentTarget.value })}
          />
        ))}
    </div>
  )
}
