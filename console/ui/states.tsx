// What a page shows when it has nothing to show yet, or never will.
import { Alert, Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { isRefused } from '#client'
import { useWords } from '#words'
import { words } from './words.ts'

/** One line of advice in place of an empty list, and what to do about it. */
export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="empty">
    <p>{children}</p>
    {action}
  </div>
)

/** A page's own bones, at once; nobody hears of each. */
export const Bones = ({ lines = 6 }: { lines?: number }) => {
  const texts = useWords(words)
  return (
    <div className="bones" role="status" aria-label={texts.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} radius="sm" width={`${90 - ((line * 17) % 40)}%`} />
      ))}
    </div>
  )
}

/** What went wrong, in the words of the service where it has some, and what to do. */
export const Wrong = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  const texts = useWords(words)
  const refused = isRefused(error) ? error : null
  const said =
    refused === null
      ? texts.wrong
      : refused.isAway || refused.status === 503
        ? texts.away
        : refused.status === 404
          ? texts.missing
          : refused.isChanged
            ? texts.changed
            : refused.message || texts.wrong
  return (
    <Alert color="red" variant="light" role="alert" className="wrong">
      {said}
      {retry && (
        <Button size="xs" variant="default" onClick={retry} ml="md">
          {texts.again}
        </Button>
      )}
    </Alert>
  )
}
