// Where documents are dropped or chosen; small where there are some already.
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { bound } from '#ui'
import { useWords } from '#words'
import { DOCUMENT_TYPES, dropped, XML_TYPES } from './upload.ts'
import { words } from './words.ts'

type Given = { onFiles: (files: readonly File[]) => void; isBusy: boolean; isMore?: boolean }

export const DropDocument = ({ onFiles, isBusy, isMore = false }: Given) => {
  const texts = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  const label = isMore ? texts.addDocument : texts.chooseDocument
  return (
    <div className={isMore ? 'drop-more' : 'drop-here'} {...dropped(onFiles)}>
      {!isMore && <p>{texts.dropDocument}</p>}
      <Button size="xs" variant="default" loading={isBusy} onClick={() => field.current?.click()} {...bound('u')}>
        {label}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        aria-label={label}
        accept={`${DOCUMENT_TYPES},${XML_TYPES}`}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          if (files.length > 0) onFiles(files)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
