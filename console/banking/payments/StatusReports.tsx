// What the bank answered to a file of payments, as the reports that it sent: each is downloaded as it came.
import { useState } from 'react'
import { api, queries, type Schema, useCompany } from '#client'
import { saveFile } from '#console/banking/import.ts'
import { ActionButton, FailureMessage, momentText } from '#ui'
import { useWords } from '#words'
import { paymentWords } from './payment-words.ts'

type Report = Schema<'KeptStatusReport'>

/** The reports on a file; with `only` that one alone. Nothing where there is none. */
export const StatusReports = ({ paymentFileId, only }: { paymentFileId: string; only?: string }) => {
  const texts = useWords(paymentWords)
  const { id: companyId } = useCompany()
  const [wrong, setWrong] = useState<unknown>(null)
  const path = { companyId, paymentFileId }
  const { data, error } = queries.useQuery(
    'get',
    '/companies/{companyId}/bank-payments/files/{paymentFileId}/status-reports',
    { params: { path } },
  )
  const reports = (data ?? []).filter(({ id }) => only === undefined || id === only)
  const download = async ({ id, fileName }: Report) => {
    setWrong(null)
    try {
      const { data: file } = await api.GET(
        '/companies/{companyId}/bank-payments/files/{paymentFileId}/status-reports/{statusReportId}/download',
        { params: { path: { ...path, statusReportId: id } }, parseAs: 'blob' },
      )
      saveFile(file as unknown as Blob, fileName)
    } catch (cause) {
      setWrong(cause)
    }
  }
  return (
    <>
      {error && <FailureMessage error={error} />}
      {reports.length > 0 && (
        <ul className="plain-list" aria-label={texts.reports}>
          {reports.map((report) => (
            <li key={report.id}>
              <ActionButton variant="subtle" size="xs" onClick={() => void download(report)}>
                {texts.downloadReport(report.reference, momentText(report.reportDateTime))}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {wrong !== null && <FailureMessage error={wrong} />}
    </>
  )
}
