// The documents of an entry: what is booked keeps those that it has, and more can be added.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Schema, useCompany, usePages, useRefresh } from '#client'
import { Documents, uploadDocument } from '#console/uploads'
import { FailureMessage, ResilientContent, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const EntryDocuments = ({ entryId }: { entryId: string }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [isShown, setIsShown] = useState(true)
  const [, set] = useUrl()
  const found = usePages<Schema<'Upload'>>('/uploads', {
    companyId,
    query: { query: `journalEntryId==${entryId}` },
    enabled: may('uploads:read'),
  })
  const { rows, isLoading } = found
  const { add, isBusy, wrong } = useAdding(entryId, (id) => set({ file: id }, { replace: true }))
  // The list has the newest first; what the entry was booked from came first.
  const ids = rows.map(({ id }) => id).toReversed()
  const mayAdd = may('uploads:write') && may('journal-entries:write')
  if (isLoading || (ids.length === 0 && !mayAdd && !found.error)) return null
  return (
    <ResilientContent of={found}>
      {ids.length > 0 && (
        <div>
          <Button size="compact-sm" variant="default" onClick={() => setIsShown(!isShown)}>
            {isShown ? texts.hideDocument : texts.showDocument}
          </Button>
        </div>
      )}
      {wrong !== null && <FailureMessage error={wrong} />}
      {isShown && <Documents ids={ids} isBusy={isBusy} onAdd={mayAdd ? (files) => void add(files) : undefined} />}
    </ResilientContent>
  )
}

/** Sends documents to the entry, one after the other. */
const useAdding = (entryId: string, onAdded: (id: string) => void) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const add = async (files: readonly File[]) => {
    setIsBusy(true)
    setWrong(null)
    try {
      for (const file of files) onAdded((await uploadDocument(companyId, file, entryId)).id)
      say(texts.documentsAdded(files.length))
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
      void refresh('uploads', 'journal-entries')
    }
  }
  return { add, isBusy, wrong }
}
