// What has just been done is said in a corner, and read out. A sentence may offer to undo it.
import { Button, CloseButton } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { useWords } from '#words'
import { words } from './words.ts'

type Sentence = { id: number; text: string; isWrong: boolean; undo?: { label: string; run: () => void } | undefined }
type Say = (text: string, more?: { isWrong?: boolean; undo?: Sentence['undo'] }) => void

const Saying = createContext<Say>(() => undefined)

/** Says what has happened: `say('Bokförd som A 12')`. */
export const useSay = (): Say => useContext(Saying)

/** How long a sentence stays, in milliseconds; one about something wrong stays until it is closed. */
const STAYS_MS = 6000
/** Sentences shown at once. */
const MOST = 3

export const Said = ({ children }: { children: ReactNode }) => {
  const texts = useWords(words)
  const [sentences, setSentences] = useState<readonly Sentence[]>([])
  const count = useRef(0)
  const remove = useCallback((id: number) => setSentences((all) => all.filter((one) => one.id !== id)), [])
  const say: Say = useCallback(
    (text, { isWrong = false, undo } = {}) => {
      count.current += 1
      const id = count.current
      setSentences((all) => [...all, { id, text, isWrong, undo }].slice(-MOST))
      if (!isWrong) setTimeout(() => remove(id), STAYS_MS)
    },
    [remove],
  )
  const shown = useMemo(() => <Saying value={say}>{children}</Saying>, [say, children])
  return (
    <>
      {shown}
      <div className="said" role="status" aria-live="polite">
        {sentences.map(({ id, text, isWrong, undo }) => (
          <div key={id} className={isWrong ? 'sentence is-wrong' : 'sentence'}>
            <span>{text}</span>
            {undo && (
              <Button size="xs" variant="subtle" onClick={() => [undo.run(), remove(id)]}>
                {undo.label}
              </Button>
            )}
            <CloseButton size="sm" aria-label={texts.close} onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </>
  )
}
