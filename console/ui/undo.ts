// Something that was just done and can be taken back. Where that fails, it is said why, and offered again.
import { isRefused, newIntent, sentencesOf } from '#client'
import { useWords } from '#words'
import { useAnnounce } from './announcement.tsx'
import { undoWords } from './undo-words.ts'

type Undoing = (headers: { 'Idempotency-Key': string }) => Promise<unknown>

/** Why something was not done, in one breath. */
export const useWhy = (): ((thrown: unknown) => string) => {
  const { away } = useWords(undoWords)
  return (thrown) => (isRefused(thrown) && thrown.isAway ? away : sentencesOf(thrown).join(' · '))
}

/** `sayDone(text, undoing)` says what was done, and offers to undo it. */
export const useUndo = (): ((text: string, undoing: Undoing) => void) => {
  const say = useAnnounce()
  const why = useWhy()
  const texts = useWords(undoWords)
  return (done, undoing) => {
    const offer = (text: string, key: string, isWrong: boolean) =>
      say(text, { isWrong, undo: { label: texts.undo, run: () => void undo(key) } })
    const undo = async (key: string) => {
      try {
        await undoing({ 'Idempotency-Key': key })
      } catch (thrown) {
        // What was not answered may have happened, or be happening still: under the same key it happens once.
        const next = isRefused(thrown) && thrown.answers(key) ? newIntent() : key
        offer([texts.notUndone, why(thrown)].filter(Boolean).join(' '), next, true)
      }
    }
    offer(done, newIntent(), false)
  }
}
