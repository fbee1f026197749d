// The PDF that a draft will be, beside the editor: of what has been saved, and anew with each saving.
import { useCallback } from 'react'
import { answered, api, useCompany } from '#client'
import { DocumentView } from '#console/document-view'
import { useWords } from '#words'
import { editorWords } from './editor-words.ts'
import type { Saved } from './saved.ts'

export const PaperBeside = ({ saved: { id, etag }, isDirty }: { saved: Saved; isDirty: boolean }) => {
  const texts = useWords(editorWords)
  const { id: companyId } = useCompany()
  // Each version of the draft has a paper of its own.
  const load = useCallback(async () => {
    const params = { path: { companyId, invoiceId: id } }
    const path = '/companies/{companyId}/invoices/{invoiceId}/preview'
    const file = answered(await api.GET(path, { params, parseAs: 'blob' }))
    return file as unknown as Blob // As `parseAs` says.
  }, [companyId, id, etag])
  return (
    <aside className="editor-paper" aria-label={texts.paper}>
      {isDirty && <p className="soft">{texts.paperIsOlder}</p>}
      <DocumentView title={texts.paper} load={load} />
    </aside>
  )
}
