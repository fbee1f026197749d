// The document of a purchase, as it is seen beside what becomes of it; and the place where one is put.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api, useCompany } from '#client'
import { Bones, bound, Wrong } from '#ui'
import { useWords } from '#words'
import { DOCUMENT_TYPES, dropped } from './upload.ts'
import { words } from './words.ts'

export const DocumentPicture = ({ uploadId }: { uploadId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data, error } = useQuery({
    queryKey: ['get', '/companies/{companyId}/uploads/{uploadId}/download', companyId, uploadId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { path: { companyId, uploadId } }
      const answer = await api.GET('/companies/{companyId}/uploads/{uploadId}/download', {
        ...{ params, signal },
        parseAs: 'blob',
      })
      return answer.data as unknown as Blob
    },
  })
  const address = useMemo(() => (data ? URL.createObjectURL(data) : null), [data])
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address])
  if (error) return <Wrong error={error} />
  if (!data || !address) return <Bones lines={8} />
  return data.type === 'application/pdf' ? (
    <iframe className="document-picture" title={texts.document} src={address} />
  ) : (
    <img className="document-picture" alt={texts.document} src={address} />
  )
}

/** Where a document is dropped or chosen. */
export const DropDocument = ({ onFile, isBusy }: { onFile: (file: File) => void; isBusy: boolean }) => {
  const texts = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="drop" {...dropped(onFile)}>
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
