// What has been said about an entry. Comments belong to no entry's content: they can be added, changed and removed at
// any time.
import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { api, queries, type Schema, useCompany, useDraft, useIntent, useRefresh } from '#client'
import { ActionButton, FailureMessage, keysText, momentText, useAnnounce } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Comment = Schema<'JournalEntryComment'>

const LONGEST = 5000

/** Ctrl Enter in the field; the event goes no further. */
const sends = (event: KeyboardEvent): boolean => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
  event.preventDefault()
  event.stopPropagation()
  return true
}

const path = '/companies/{companyId}/journal-entries/{journalEntryId}/comments/{commentId}'

export const Comments = ({ entryId }: { entryId: string }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const { data = [], error } = queries.useQuery(
    'get',
    '/companies/{companyId}/journal-entries/{journalEntryId}/comments',
    { params: { path: { companyId, journalEntryId: entryId } } },
  )
  const mayWrite = may('journal-entries:write')
  if (!mayWrite && data.length === 0) return null
  return (
    <section className="comments">
      <h3>{texts.comments}</h3>
      {error && <FailureMessage error={error} />}
      <ul>
        {data.map((comment) => (
          <Said key={comment.id} entryId={entryId} comment={comment} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayWrite && <NewComment entryId={entryId} />}
    </section>
  )
}

const NewComment = ({ entryId }: { entryId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const intent = useIntent()
  const drafts = useDraft<string>(`comment:${entryId}`)
  const [text, setText] = useState(() => drafts.kept() ?? '')
  const latest = useRef(text)
  latest.current = text
  const [error, setError] = useState<unknown>(null)
  const add = async () => {
    const body = { content: text }
    try {
      await api.POST('/companies/{companyId}/journal-entries/{journalEntryId}/comments', {
        params: { path: { companyId, journalEntryId: entryId }, header: intent.headers(body) },
        body,
      })
      // What has been typed meanwhile has not been said yet.
      if (latest.current === text) {
        drafts.drop()
        setText('')
      }
      setError(null)
      await refresh('journal-entries')
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      {error !== null && <FailureMessage error={error} />}
      <Textarea
        label={texts.comment}
        maxLength={LONGEST}
        value={text}
        onKeyDown={(event) => sends(event) && text.trim() !== '' && void add()}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          drafts.keep(currentTarget.value)
        }}
      />
      <div>
        <ActionButton
          variant="default"
          rightSection={<kbd className="key">{keysText('Mod+Enter')}</kbd>}
          disabled={text.trim() === ''}
          onClick={() => void add()}
        >
          {texts.addComment}
        </ActionButton>
      </div>
    </>
  )
}

const Said = ({ entryId, comment, mayWrite }: { entryId: string; comment: Comment; mayWrite: boolean }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId } = useCompany()
  const [text, setText] = useState<string | null>(null)
  const latest = useRef(text)
  latest.current = text
  const [error, setError] = useState<unknown>(null)
  const params = { path: { companyId, journalEntryId: entryId, commentId: comment.id } }
  const attempt = async (write: () => Promise<unknown>) => {
    try {
      await write()
      if (latest.current === text) setText(null)
      setError(null)
      await refresh('journal-entries')
    } catch (thrown) {
      setError(thrown)
    }
  }
  const save = () =>
    attempt(async () => {
      const { response } = await api.GET(path, { params })
      const headers = { 'If-Match': response.headers.get('etag') ?? '' }
      await api.PUT(path, { params: { ...params, header: headers }, body: { content: text ?? '' } })
    })
  const remove = () =>
    attempt(async () => {
      const { response } = await api.GET(path, { params })
      await api.DELETE(path, { params: { ...params, header: { 'If-Match': response.headers.get('etag') ?? '' } } })
      say(texts.removed)
    })
  return (
    <li>
      <p className="soft">
        {comment.authorName}, {momentText(comment.createdDatetime)}
      </p>
      {error !== null && <FailureMessage error={error} />}
      {text === null ? (
        <p>{comment.content}</p>
      ) : (
        <Textarea
          aria-label={texts.comment}
          autoFocus
          maxLength={LONGEST}
          value={text}
          onKeyDown={(event) => sends(event) && void save()}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {mayWrite && (
        <div className="button-row">
          {text === null ? (
            <Button size="compact-sm" variant="default" onClick={() => setText(comment.content)}>
              {texts.edit}
            </Button>
          ) : (
            <Button size="compact-sm" onClick={() => void save()}>
              {texts.save}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => void remove()}>
            {texts.remove}
          </Button>
        </div>
      )}
    </li>
  )
}
