// Entries that were sent before the one that is typed now, as long as they are not booked.
import { Alert, Button } from '@mantine/core'
import { FailureMessage } from '#ui'
import { useWords } from '#words'
import type { Draft } from './entry.ts'
import type { SentEntry } from './sent-entries.ts'
import { words } from './words.ts'

type Given = {
  entries: readonly SentEntry[]
  /** Shows one in the form; what is typed there takes its place here. */
  onShow: (draft: Draft, error: unknown) => void
  onRetry: (entry: SentEntry) => void
}

export const SentEntries = ({ entries, onShow, onRetry }: Given) => {
  const texts = useWords(words)
  return entries.map((entry) => {
    const { draft, isBusy, error } = entry
    const name = draft.title || draft.date
    if (isBusy)
      return (
        <p key={draft.intent} className="soft" role="status">
          {texts.beingBooked(name)}
        </p>
      )
    return (
      <Alert key={draft.intent} variant="light" color="yellow" role="alert" title={texts.notBooked(name)}>
        {error !== null && <FailureMessage error={error} />}
        <Button size="xs" variant="default" onClick={() => onShow(draft, error)}>
          {texts.showUnbooked}
        </Button>{' '}
        <Button size="xs" variant="default" onClick={() => onRetry(entry)}>
          {texts.bookAgain}
        </Button>
      </Alert>
    )
  })
}
