// What has just been done is said in a corner, and read out. A sentence may offer to undo it, and link to what was
// made. It stays for as long as the pointer or the focus is on it (WCAG 2.2, 2.2.1).
import { Button, CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '#words'
import { bound } from './keys.tsx'
import { words } from './words.ts'

/** A link to a page of the console, whole: `/companies/{id}/journal`. */
type SentenceLink = { label: string; to: string; search: Readonly<Record<string, string>> }
type Sentence = {
  id: number
  text: string
  isWrong: boolean
  undo?: { label: string; run: () => void } | undefined
  links: readonly SentenceLink[]
}
type More = { isWrong?: boolean; undo?: Sentence['undo']; links?: readonly SentenceLink[] }
type Say = (text: string, more?: More) => void

const Saying = createContext<Say>(() => undefined)

/** Says what has happened: `say('Bokförd som A 12')`. */
export const useAnnounce = (): Say => useContext(Saying)

/** How long a sentence stays, in milliseconds; one about something wrong stays until it is closed. */
const STAYS_MS = 6000
/** How long one stays that can be undone or followed: time to read it, and to reach it. */
const ACTION_STAYS_MS = 20_000
/** Sentences shown at once. */
const MOST = 3

export const Announcement = ({ children }: { children: ReactNode }) => {
  const [sentences, setSentences] = useState<readonly Sentence[]>([])
  const count = useRef(0)
  const remove = useCallback((id: number) => setSentences((all) => all.filter((one) => one.id !== id)), [])
  const say: Say = useCallback((text, { isWrong = false, undo, links = [] } = {}) => {
    if (text === '') return
    count.current += 1
    const id = count.current
    setSentences((all) => [...all, { id, text, isWrong, undo, links }].slice(-MOST))
  }, [])
  const shown = useMemo(() => <Saying value={say}>{children}</Saying>, [say, children])
  return (
    <>
      {shown}
      <div className="said" role="status" aria-live="polite">
        {sentences.map((sentence) => (
          <Line key={sentence.id} sentence={sentence} remove={remove} />
        ))}
      </div>
    </>
  )
}

const Line = ({ sentence, remove }: { sentence: Sentence; remove: (id: number) => void }) => {
  const texts = useWords(words)
  const { id, text, isWrong, undo, links } = sentence
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const stays = isWrong || isPointedAt || hasFocus
  const time = undo || links.length > 0 ? ACTION_STAYS_MS : STAYS_MS
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => remove(id), time)
    return () => clearTimeout(timer)
  }, [stays, time, id, remove])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it.
    <div
      className={isWrong ? 'sentence is-wrong' : 'sentence'}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <span>{text}</span>
      {links.map(({ label, to, search }) => (
        <Link key={label} to={to as never} search={search as never} onClick={() => remove(id)}>
          {label}
        </Link>
      ))}
      {undo && (
        <Button size="xs" variant="subtle" onClick={() => [undo.run(), remove(id)]} {...bound('z')}>
          {undo.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label={texts.close} onClick={() => remove(id)} />
    </div>
  )
}
