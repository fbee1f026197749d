// Several things sent one after the other: one that is refused holds up no other and is told by its name, and a network
// that is lost stops where it is.
import { useState } from 'react'
import { isRefused, useRefresh } from '#client'
import { useSay } from '#ui'

type Failure = { name: string; message: string }

type Given<Item> = {
  items: readonly Item[]
  nameOf: (item: Item) => string
  send: (item: Item) => Promise<unknown>
  /** What is read anew afterwards. */
  changes: readonly string[]
  said: (count: number) => string
  onDone: () => void
}

/** `progress`: how many were tried; null while nothing is sent. */
export const useSeveral = <Item,>({ items, nameOf, send, changes, said, onDone }: Given<Item>) => {
  const refresh = useRefresh()
  const say = useSay()
  const [progress, setProgress] = useState<number | null>(null)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const run = async () => {
    if (progress !== null) return
    const failed: Failure[] = []
    let made = 0
    for (const item of items) {
      setProgress(made + failed.length)
      try {
        await send(item)
        made += 1
      } catch (thrown) {
        failed.push({ name: nameOf(item), message: thrown instanceof Error ? thrown.message : String(thrown) })
        if (!isRefused(thrown)) break
      }
    }
    setProgress(null)
    setFailures(failed)
    await refresh(...changes)
    if (made > 0) say(said(made))
    if (failed.length === 0) onDone()
  }
  return { run, progress, failures }
}

export const Failures = ({ title, failures }: { title: string; failures: readonly Failure[] }) =>
  failures.length > 0 && (
    <div role="alert">
      <p>{title}:</p>
      <ul>
        {failures.map(({ name, message }) => (
          <li key={name}>{`${name}: ${message}`}</li>
        ))}
      </ul>
    </div>
  )
