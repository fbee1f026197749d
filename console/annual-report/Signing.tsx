// The days of the report, of its signatures and of its adoption.
import { isRefused, type Schema, useCompany, useRefresh, useVersioned } from '#client'
import { type FieldRow, Form, send, type Values } from '#console/form'
import { Facts, ResilientContent, useAnnounce } from '#ui'
import { useWords } from '#words'
import { REPORT, type Report } from './report.ts'
import { words } from './words.ts'

type Signed = Schema<'AnnualReportSigning'>

export const Signing = ({ report }: { report: Report }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId, may } = useCompany()
  const path = { companyId, fiscalYearId: report.fiscalYear.id }
  const found = useVersioned<Signed>(`${REPORT}/signing`, { path })
  const { etag } = found
  const { signatories } = report
  const save = async (read: Signed, changes: Values) => {
    const values = { ...formOf(read, signatories.length), ...changes } as ReturnType<typeof formOf>
    const body = bodyOf({ ...values, adoption: { ...formOf(read, 0).adoption, ...(changes.adoption as object) } })
    try {
      await send('PUT', `${REPORT}/signing`, { path, body, headers: etag ? { 'If-Match': etag } : {} })
    } catch (thrown) {
      if (isRefused(thrown) && thrown.isChanged) await refresh('fiscal-years')
      throw thrown
    }
    say(texts.saved)
    await refresh('fiscal-years')
  }
  return (
    <section className="year-end-part">
      <h2>{texts.signing}</h2>
      <ResilientContent of={found}>
        {(read) => {
          const shown = formOf(read, signatories.length)
          const fields = fieldsOf(texts, signatories)
          if (report.state === 'filed' || !may('fiscal-years:manage'))
            return (
              <Facts
                facts={[
                  [texts.reportDate, read.reportDate],
                  ...signatories.map(({ firstName, lastName, role }, at): [string, string | undefined] => [
                    `${firstName} ${lastName}, ${role}`,
                    read.signatureDates?.[at],
                  ]),
                  [texts.meetingDate, read.adoption?.meetingDate],
                ]}
              />
            )
          return (
            <>
              <p className="soft">{texts.signingLead}</p>
              <Form
                name={`annual-report/${report.fiscalYear.id}/signing`}
                fields={fields}
                read={shown}
                onSend={(changes) => save(read, changes)}
              />
            </>
          )
        }}
      </ResilientContent>
    </section>
  )
}

type SigningForm = {
  reportDate: string
  auditorDate: string
  adoption: {
    meetingDate: string
    isAsProposed: boolean
    decision: string
    firstName: string
    lastName: string
    role: string
    signedDate: string
  }
} & { [day: `day${number}`]: string }

/** The fields: a day for each signatory. */
const formOf = ({ reportDate, auditorDate, adoption, signatureDates = [] }: Signed, count: number): SigningForm => ({
  reportDate: reportDate ?? '',
  auditorDate: auditorDate ?? '',
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`day${at}`, signatureDates[at] ?? ''])),
  adoption: {
    meetingDate: adoption?.meetingDate ?? '',
    isAsProposed: adoption?.isAsProposed ?? true,
    decision: adoption?.decision ?? '',
    firstName: adoption?.firstName ?? '',
    lastName: adoption?.lastName ?? '',
    role: adoption?.role ?? '',
    signedDate: adoption?.signedDate ?? '',
  },
})

const bodyOf = ({ reportDate, auditorDate, adoption, ...days }: SigningForm): Signed => {
  const signatureDates = Object.values(days).filter((day): day is string => typeof day === 'string' && day !== '')
  const { decision, ...certified } = adoption
  return {
    reportDate: reportDate || null,
    auditorDate: auditorDate || null,
    signatureDates,
    adoption: adoption.meetingDate ? { ...certified, decision: decision || null } : null,
  }
}

const fieldsOf = (texts: (typeof words)['sv'], signatories: Report['signatories']): FieldRow[] => [
  { name: 'reportDate', label: texts.reportDate, kind: 'day' },
  ...signatories.map(
    ({ firstName, lastName, role }, at): FieldRow => ({
      name: `day${at}`,
      label: `${texts.signedBy} ${firstName} ${lastName}, ${role}`,
      kind: 'day',
    }),
  ),
  { name: 'auditorDate', label: texts.auditorDate, kind: 'day' },
  { name: 'adoption.meetingDate', label: texts.meetingDate, kind: 'day', hint: texts.meetingHint },
  { name: 'adoption.isAsProposed', label: texts.isAsProposed, kind: 'switch' },
  { name: 'adoption.decision', label: texts.decision, kind: 'long' },
  { name: 'adoption.firstName', label: texts.firstName },
  { name: 'adoption.lastName', label: texts.lastName },
  { name: 'adoption.role', label: texts.role },
  { name: 'adoption.signedDate', label: texts.certifiedOn, kind: 'day' },
]
