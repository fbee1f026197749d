// What a page shows when it has nothing to show yet, or never will.
import { Alert, Button, Skeleton } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { isRefused } from '#client'
import { useWords } from '#words'
import { words } from './words.ts'

/** One line in place of an empty list, and what to do about it: `how` is said to those who may. */
export const Empty = ({
  children,
  how,
  action,
}: {
  children: ReactNode
  how?: string | false | undefined
  action?: ReactNode
}) => (
  <div className="empty">
    <p>
      {children}
      {how && ` ${how}`}
    </p>
    {action}
  </div>
)

/** A page's skeleton, shown at once; screen readers do not announce each one. */
export const PageSkeleton = ({ lines = 6 }: { lines?: number }) => {
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
export const FailureMessage = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  const texts = useWords(words)
  const { host, unshown } = useUnshown(error)
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
  const names = refused?.names ?? {}
  // Errors shown at their fields are not repeated, nor that the session has ended, which the page frame shows.
  const isSaid =
    refused?.isLoggedOut ||
    (refused !== null && Object.keys(refused.fields).length > 0 && unshown.length === 0 && !retry)
  return (
    <div ref={host} hidden={isSaid}>
      {!isSaid && (
        <Alert color="red" variant="light" role="alert" className="wrong">
          {said}
          {unshown.length > 0 && (
            <ul className="wrong-fields">
              {unshown.map(([path, sentence]) => (
                <li key={path}>
                  {names[path] && <strong>{names[path]}: </strong>}
                  {sentence}
                </li>
              ))}
            </ul>
          )}
          {retry && (
            <Button size="xs" variant="default" onClick={retry} ml="md">
              {texts.again}
            </Button>
          )}
        </Alert>
      )}
    </div>
  )
}

type Sentences = readonly (readonly [path: string, sentence: string])[]
const NONE: Sentences = []

/** The sentences about fields that stand nowhere else in the form, dialog or page. */
const useUnshown = (error: unknown) => {
  const host = useRef<HTMLDivElement>(null)
  const [unshown, setUnshown] = useState<Sentences>(NONE)
  useLayoutEffect(() => {
    const all: Sentences = isRefused(error) ? Object.entries(error.fields) : NONE
    const around = host.current?.closest('form, [role=dialog], main') ?? document.body
    const texts = document.createTreeWalker(around, NodeFilter.SHOW_TEXT)
    const shown = new Set<string>()
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (!host.current?.contains(text)) shown.add(text.textContent ?? '')
    const next = all.filter(([, sentence]) => !shown.has(sentence))
    setUnshown((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  })
  return { host, unshown }
}
