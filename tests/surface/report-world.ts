// Annual reports as far as a row needs them: final, signed, adopted, filed.
import type { Row } from '#http'
import { endedYear } from './old-year.ts'
import { asOwner } from './people-world.ts'
import type { Caller } from './world.ts'

const text = {
  seat: 'Malmö',
  business: 'Bolaget säljer stolar.',
  averageEmployees: 1,
  signatories: [{ firstName: 'Anna', lastName: 'Ek', role: 'Styrelseledamot' }],
}
const signing = { reportDate: '2026-02-01', signatureDates: ['2026-02-01'] }
const adoption = {
  meetingDate: '2026-02-02',
  isAsProposed: true,
  firstName: 'Anna',
  lastName: 'Ek',
  role: 'Styrelseledamot',
  signedDate: '2026-02-02',
}
const filing = {
  filedOn: '2026-02-03',
  channel: 'paper',
  receipt: { name: 'kvittens.txt', contentType: 'text/plain', content: 'VGFjaw==' },
}

/** What each row needs: a text, a final report, its signing, its adoption, a filing. */
const needs: Readonly<Record<string, number>> = {
  finalizeAnnualReport: 1,
  putAnnualReportSigning: 2,
  withdrawAnnualReport: 2,
  downloadAnnualReportIxbrl: 3,
  noteAnnualReportFiling: 4,
  downloadAnnualReportReceipt: 5,
}

const steps = [
  ['PUT', 'text', text],
  ['POST', 'finalization', undefined],
  ['PUT', 'signing', signing],
  ['PUT', 'signing', { ...signing, adoption }],
  ['POST', 'filings', filing],
] as const

export const ofAnnualReports = async (row: Row, company: Caller): Promise<Record<string, string>> => {
  const count = needs[row.operationId]
  if (count === undefined) return {}
  // That one leaves its year closed.
  const fiscalYearId = await endedYear({ ...row, operationId: 'reopenFiscalYear' }, company)
  let filingId = ''
  for (const [method, part, body] of steps.slice(0, count)) {
    const { body: made } = await asOwner(company, method, `/fiscal-years/${fiscalYearId}/annual-report/${part}`, body)
    if (part === 'filings') filingId = made.filings[0].id
  }
  return { fiscalYearId, ...(filingId === '' ? {} : { filingId }) }
}
