// Offers the draft that another device has left, or has gone on with while something was typed here.
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '#words'
import { FailureMessage } from './states.tsx'
import { words } from './words.ts'

type Given<Value> = {
  /** That of `useDraft`. */
  elsewhere: (() => Promise<Value>) | null
  /** The same, for a draft that exists beside what is typed here. */
  other?: { swap: (shown: Value) => Value; keep: (shown: Value) => void } | null
  /** What is typed here. */
  shown?: Value
  onTake: (value: Value) => void
}

export const DraftElsewhere = <Value,>({ elsewhere, other, shown, onTake }: Given<Value>) => {
  const texts = useWords(words)
  const [isDone, setIsDone] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  if (other && shown !== undefined)
    return (
      <Alert variant="light" color="yellow" role="alert">
        {texts.draftOther}{' '}
        <Button size="xs" variant="default" onClick={() => onTake(other.swap(shown))}>
          {texts.draftSwap}
        </Button>{' '}
        <Button size="xs" variant="default" onClick={() => other.keep(shown)}>
          {texts.draftKeep}
        </Button>
      </Alert>
    )
  if (!elsewhere || isDone) return null
  const take = async () => {
    setWrong(null)
    try {
      onTake(await elsewhere())
      setIsDone(true)
    } catch (thrown) {
      setWrong(thrown)
    }
  }
  return (
    <Alert variant="light" withCloseButton closeButtonLabel={texts.close} onClose={() => setIsDone(true)}>
      {texts.draftElsewhere}{' '}
      <Button size="xs" variant="default" onClick={() => void take()}>
        {texts.draftTake}
      </Button>
      {wrong !== null && <FailureMessage error={wrong} />}
    </Alert>
  )
}
