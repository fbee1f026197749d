// Files that go with an invoice.
import { useRef } from 'react'
import { api, base, type Schema, useAction, useCompany, useIntent, useRefresh } from '#client'
import { ActionButton, FailureMessage } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const Attachments = ({ invoice }: { invoice: Schema<'Invoice'> }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const intent = useIntent()
  const field = useRef<HTMLInputElement>(null)
  const { run, isBusy, error } = useAction()
  const of = { companyId, invoiceId: invoice.id }
  const { attachmentRefs: files } = invoice
  const mayWrite = may('invoices:write')
  const attach = async (file: File) => {
    await api.POST('/companies/{companyId}/invoices/{invoiceId}/attachments', {
      params: { path: of },
      body: { file: file as unknown as string }, // The description calls a file text; it goes as it is.
      bodySerializer: () => {
        const form = new FormData()
        form.set('file', file)
        return form
      },
      headers: intent.headers([file.name, file.size, file.lastModified]),
    })
    intent.done()
    await refresh('invoices')
  }
  const remove = async (attachmentId: string) => {
    await api.DELETE('/companies/{companyId}/invoices/{invoiceId}/attachments/{attachmentId}', {
      params: { path: { ...of, attachmentId } },
    })
    await refresh('invoices')
  }
  if (files.length === 0 && !mayWrite) return null
  return (
    <section aria-label={texts.attachments} className="stack">
      {files.length > 0 && (
        <>
          <h3>{texts.attachments}</h3>
          <ul>
            {files.map(({ id, name }) => (
              <li key={id} className="page-actions">
                <a href={`${base}/v1/companies/${companyId}/invoices/${invoice.id}/attachments/${id}/download`}>
                  {name}
                </a>
                {mayWrite && (
                  <ActionButton
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${texts.remove} ${name}`}
                    disabled={isBusy}
                    onClick={() => void run(() => remove(id))}
                  >
                    {texts.remove}
                  </ActionButton>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {mayWrite && (
        <div>
          <input
            ref={field}
            type="file"
            hidden
            aria-label={texts.attach}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void run(() => attach(file))
              currentTarget.value = ''
            }}
          />
          <ActionButton keys="u" variant="default" loading={isBusy} onClick={() => field.current?.click()}>
            {texts.attach}
          </ActionButton>
        </div>
      )}
      {error ? <FailureMessage error={error} /> : null}
    </section>
  )
}
