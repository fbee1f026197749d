// Several things sent one after the other: one that is refused holds up no other and is told by its name, and a network
// that is lost stops where it is. What was not sent is left, to be sent again by itself.
import { type ReactNode, useRef, useState } from 'react'
import { isRefused, newIntent, sentencesOf, useRefresh } from '#client'
import { ActionButton, FailureMessage, useAnnounce, useUrl } from '#ui'

type Failure = { name: string; cause: unknown }

type Given<Item> = {
  items: readonly Item[]
  nameOf: (item: Item) => string
  /** `headers`: with the key under which it is sent once, however often it is tried. */
  send: (item: Item, headers: { 'Idempotency-Key': string }) => Promise<unknown>
  /** What is read anew afterwards. */
  changes: readonly string[]
  said: (count: number) => string
  onDone: () => void
  /** Told what was not sent, when that is something. */
  onLeft?: (left: readonly Item[]) => void
}

/** The following ones would fail in the same way. */
const stopsAll = (thrown: unknown): boolean => !isRefused(thrown) || thrown.isAway || thrown.isLoggedOut

/** `progress`: how many were tried; null while nothing is sent. */
export const useSeveral = <Item extends { id: string }>(given: Given<Item>) => {
  const { items, nameOf, send, changes, said, onDone, onLeft } = given
  const refresh = useRefresh()
  const say = useAnnounce()
  const [progress, setProgress] = useState<number | null>(null)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  // A request that may have been sent without an answer is sent again unchanged, even if newer data has been read.
  const unanswered = useRef(new Map<string, { item: Item; key: string }>())
  const sendOne = async (item: Item) => {
    const asked = unanswered.current.get(item.id) ?? { item, key: newIntent() }
    try {
      await send(asked.item, { 'Idempotency-Key': asked.key })
      unanswered.current.delete(item.id)
    } catch (thrown) {
      if (isRefused(thrown) && thrown.answers(asked.key)) unanswered.current.delete(item.id)
      else unanswered.current.set(item.id, asked)
      throw thrown
    }
  }
  const run = async () => {
    if (progress !== null) return
    const failed: Failure[] = []
    const made = new Set<string>()
    setFailures([])
    for (const item of items) {
      setProgress(made.size + failed.length)
      try {
        await sendOne(item)
        made.add(item.id)
      } catch (thrown) {
        failed.push({ name: nameOf(item), cause: thrown })
        if (stopsAll(thrown)) break
      }
    }
    setProgress(null)
    setFailures(failed)
    if (failed.length > 0) onLeft?.(items.filter(({ id }) => !made.has(id)))
    await refresh(...changes)
    if (made.size > 0) say(said(made.size))
    if (failed.length === 0) onDone()
  }
  return { run, progress, failures }
}

/** What is about to go out is said by the children; one press opens it, and another sends. */
export const SeveralPart = ({
  title,
  texts,
  reached,
  isOpen,
  sending: { run, progress, failures },
  onDone,
  children,
}: {
  title: string
  texts: Readonly<Record<'send' | 'cancel' | 'none' | 'failed', string>>
  /** How many have an address. */
  reached: number
  isOpen: boolean
  sending: Pick<ReturnType<typeof useSeveral>, 'run' | 'progress' | 'failures'>
  onDone: () => void
  children: ReactNode
}) => {
  const [, set] = useUrl()
  return (
    <section className="card stack" aria-label={title}>
      {children}
      <Failures title={texts.failed} failures={failures} />
      <div className="page-actions">
        {isOpen ? (
          <>
            <ActionButton
              keys="Mod+Enter"
              loading={progress !== null}
              disabled={reached === 0}
              onClick={() => void run()}
            >
              {texts.send}
            </ActionButton>
            <ActionButton variant="default" keys="Escape" onClick={() => set({ several: null })}>
              {texts.cancel}
            </ActionButton>
          </>
        ) : (
          <>
            <ActionButton keys="p" disabled={reached === 0} onClick={() => set({ several: '1', open: null })}>
              {title}
            </ActionButton>
            <ActionButton variant="default" onClick={onDone}>
              {texts.none}
            </ActionButton>
          </>
        )}
      </div>
    </section>
  )
}

/** What was refused, each by its name, and what stopped all of it. */
export const Failures = ({ title, failures }: { title: string; failures: readonly Failure[] }) => {
  const last = failures.at(-1)
  const isStopped = last !== undefined && stopsAll(last.cause)
  const refused = isStopped ? failures.slice(0, -1) : failures
  return (
    <>
      {refused.length > 0 && (
        <div role="alert">
          <p>{title}:</p>
          <ul>
            {refused.map(({ name, cause }) => (
              <li key={name}>{`${name}: ${sentencesOf(cause).join(' · ')}`}</li>
            ))}
          </ul>
        </div>
      )}
      {isStopped && <FailureMessage error={last.cause} />}
    </>
  )
}
