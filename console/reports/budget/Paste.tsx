// A budget from a spreadsheet, pasted or read from a file.
import { FileInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton, Dialog, FormEnd, parseAmount, useAnnounce } from '#ui'
import { useWords } from '#words'
import { type Plan, readTable } from './budget.rules.ts'
import { words } from './words.ts'

/** What does not occur in text. */
const NUL = '\0'

export const Paste = ({ months, onRead }: { months: readonly string[]; onRead: (plan: Plan) => void }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const close = () => {
    setIsOpen(false)
    setText('')
    setError(null)
  }
  const type = (typed: string) => {
    setText(typed)
    setError(null)
  }
  const take = async (file: File | null) => {
    if (!file) return
    const read = new TextDecoder('utf-8').decode(await file.arrayBuffer())
    if (read.includes(NUL)) setError(texts.notText)
    else type(read)
  }
  const read = () => {
    const { plan, unread } = readTable(text, months, parseAmount)
    const count = Object.keys(plan).length
    if (unread.length > 0) return setError(texts.unread(unread))
    if (count === 0) return setError(texts.nothing)
    onRead(plan)
    say(texts.pasted(count))
    return close()
  }
  return (
    <>
      <ActionButton variant="default" onClick={() => setIsOpen(true)}>
        {texts.paste}
      </ActionButton>
      <Dialog title={texts.paste} isOpen={isOpen} onClose={close} size="lg">
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            read()
          }}
        >
          <Textarea
            label={texts.pasteLabel}
            description={texts.pasteHint}
            rows={8}
            value={text}
            error={error}
            onChange={({ currentTarget: { value } }) => type(value)}
          />
          <FileInput
            label={texts.file}
            accept=".csv,.txt,.tsv,text/plain,text/csv"
            onChange={(file) => void take(file)}
          />
          <FormEnd press={texts.read} cancel={texts.cancel} isBusy={false} onClose={close} />
        </form>
      </Dialog>
    </>
  )
}
