// Where the document of a purchase is dropped or chosen.
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { bound } from '#ui'
import { useWords } from '#words'
import { DOCUMENT_TYPES, dropped } from './upload.ts'
import { words } from './words.ts'

export const DropDocument = ({ onFile, isBusy }: { onFile: (file: File) => void; isBusy: boolean }) => {
  const texts = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="drop-here" {...dropped(onFile)}>
      <p>{texts.dropDocument}</p>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => field.current?.click()} {...bound('u')}>
        {texts.chooseDocument}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={texts.chooseDocument}
        accept={DOCUMENT_TYPES}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
