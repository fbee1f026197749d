// Whether letters are keys: kept for the person, on every device.
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, useAction, useSession } from '#client'
import { FailureMessage, useAnnounce } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const LetterKeys = () => {
  const texts = useWords(words)
  const say = useAnnounce()
  const client = useQueryClient()
  const { hasLetterKeys } = useSession().person
  const doing = useAction()
  const change = async (wanted: boolean) => {
    const isDone = await doing.run(async () => {
      await api.PATCH('/me', { body: { hasLetterKeys: wanted } })
      await client.refetchQueries({ queryKey: ['session'] })
    })
    if (isDone) say(wanted ? texts.letterKeysOn : texts.letterKeysOff)
  }
  return (
    <>
      <Checkbox
        className="letter-keys"
        checked={hasLetterKeys}
        disabled={doing.isBusy}
        label={texts.letterKeys}
        description={texts.letterKeysLead}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      {doing.error ? <FailureMessage error={doing.error} /> : null}
    </>
  )
}
