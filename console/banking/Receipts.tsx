// Receipts that are booked with a transaction. What shows documents is loaded when a row is opened.
import { useState } from 'react'
import { useCompany } from '#client'
import { Documents, uploadDocument } from '#console/uploads'
import { FailureMessage } from '#ui'

/** The receipt, shown beside what is booked; it is sent at once, and connected with the booking. */
export const Receipts = ({ ids, onChange }: { ids: readonly string[]; onChange: (ids: readonly string[]) => void }) => {
  const { id: companyId, may } = useCompany()
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  if (!may('uploads:write')) return null
  const add = async (files: readonly File[]) => {
    setBusy(true)
    setWrong(null)
    const added = [...ids]
    try {
      for (const file of files) added.push((await uploadDocument(companyId, file)).id)
    } catch (cause) {
      setWrong(cause)
    } finally {
      onChange(added)
      setBusy(false)
    }
  }
  return (
    <>
      <Documents
        ids={ids}
        isBusy={isBusy}
        onAdd={(files) => void add(files)}
        onRemove={(id) => onChange(ids.filter((one) => one !== id))}
      />
      {wrong !== null && <FailureMessage error={wrong} />}
    </>
  )
}
