// How the annual report was filed, with its receipts, and noting that it was.
import { FileInput } from '@mantine/core'
import { useState } from 'react'
import { useCompany, useRefresh } from '#client'
import { useDownload } from '#console/figures'
import { Form, send } from '#console/form'
import { Tag } from '#ui'
import { useWords } from '#words'
import { REPORT, type Report } from './report.ts'
import { words } from './words.ts'

export const Filing = ({ report }: { report: Report }) => {
  const texts = useWords(words)
  const { may } = useCompany()
  const addressOf = useDownload()
  const { filings, fiscalYear } = report
  return (
    <section className="year-end-part">
      <h2>{texts.filing}</h2>
      <p className="soft">{texts.filingLead}</p>
      <ul className="plain-list">
        {filings.map(({ id, filedOn, channel, reference, receiptName, notedBy }) => (
          <li key={id}>
            <Tag tone="good">{filedOn}</Tag> {texts.channels[channel]} {reference}{' '}
            {receiptName !== null && (
              <a href={addressOf(`/fiscal-years/${fiscalYear.id}/annual-report/filings/${id}/receipt`)} download>
                {receiptName}
              </a>
            )}{' '}
            <span className="soft">
              {texts.by} {notedBy}
            </span>
          </li>
        ))}
      </ul>
      {may('fiscal-years:manage') && <NewFiling report={report} />}
    </section>
  )
}

const contentOf = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const NewFiling = ({ report }: { report: Report }) => {
  const texts = useWords(words)
  const refresh = useRefresh()
  const { id: companyId } = useCompany()
  const [file, setFile] = useState<File | null>(null)
  const path = { companyId, fiscalYearId: report.fiscalYear.id }
  return (
    <Form
      name={`annual-report/${report.fiscalYear.id}/filing`}
      fields={[
        { name: 'filedOn', label: texts.filedOn, kind: 'day', isRequired: true },
        {
          name: 'channel',
          label: texts.channel,
          kind: 'choice',
          choices: [
            { value: 'digital', label: texts.channels.digital },
            { value: 'paper', label: texts.channels.paper },
          ],
        },
        { name: 'reference', label: texts.reference },
      ]}
      action={texts.noteFiling}
      onSend={async (body) => {
        const receipt = file && {
          name: file.name,
          contentType: file.type || 'text/plain',
          content: await contentOf(file),
        }
        await send('POST', `${REPORT}/filings`, { path, body: { ...body, ...(receipt ? { receipt } : {}) } })
        setFile(null)
        await refresh('fiscal-years')
      }}
    >
      <FileInput
        label={texts.receipt}
        description={texts.receiptHint}
        accept="application/pdf,image/png,image/jpeg,text/plain,application/json"
        value={file}
        onChange={setFile}
        clearable
      />
    </Form>
  )
}
