// Offers the draft that another device has left.
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '#words'
import { Wrong } from './states.tsx'
import { words } from './words.ts'

/** `elsewhere` is that of `useDraft`. */
export const DraftElsewhere = <Value,>({
  elsewhere,
  onTake,
}: {
  elsewhere: (() => Promise<Value>) | null
  onTake: (value: Value) => void
}) => {
  const texts = useWords(words)
  const [isDone, setIsDone] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
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
      {wrong !== null && <Wrong error={wrong} />}
    </Alert>
  )
}
