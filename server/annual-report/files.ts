// The annual report as files: PDF, and iXBRL for digital filing. A final report is made of its snapshot alone.
import { writeFile } from 'node:fs/promises'
import { ixbrlOf } from '#annual-report/ixbrl/ixbrl.rules'
import { taxonomies } from '#annual-report/ixbrl/taxonomies.rules'
import { type CompanyRowCall, type FileAnswer, Unfinished } from '#http'
import { type AnnualCertificate, type AnnualPaper, annualPdfOf, askerOf } from '#paper'
import type { CompanyCall } from '#platform/call'
import { addDays, addMonths, type Day } from '#platform/day'
import { programVersion } from '#schema/program'
import { emptySigning, type Signing } from './content.ts'
import { annualReportRefusals as refusals } from './refusals.ts'
import { type Report, reportOf } from './report.ts'
import type { Snapshot } from './report-facts.ts'
import { signatureBlocks } from './signatures.rules.ts'
import { signingOf } from './version.ts'

type Whole = { report: Report; signing: Signing }

const wholeOf = async (call: CompanyCall, id: string): Promise<Whole> => {
  const report = await reportOf(call, id)
  return { report, signing: report.version ? await signingOf(call, report.version.id) : emptySigning }
}

/** The report with its signatures and certificate, as far as they are there. */
const paperOf = ({ report, signing }: Whole, madeAt: Date): AnnualPaper => {
  const { snapshot, version } = report
  const { company, period, blocks } = snapshot
  return {
    company,
    period,
    isDraft: version === null,
    madeAt: (version?.madeAt ?? madeAt).toISOString(),
    certificate: certificateOf(signing),
    blocks: [...blocks, ...signatureBlocks(snapshot, signing)],
  }
}

const certificateOf = ({ adoption }: Signing): AnnualCertificate | null =>
  adoption
    ? {
        meetingDate: adoption.meetingDate as Day,
        adopted: 'Jag intygar att resultaträkningen och balansräkningen har fastställts på årsstämma',
        decision: adoption.isAsProposed
          ? 'Årsstämman beslöt att godkänna styrelsens förslag till vinstdisposition.'
          : (adoption.decision ?? '').trim(),
        isAsProposed: adoption.isAsProposed,
        original:
          'Jag intygar att innehållet i dessa elektroniska handlingar överensstämmer med originalen och att originalen ' +
          'undertecknats av samtliga personer som enligt lag ska underteckna dessa.',
        firstName: adoption.firstName,
        lastName: adoption.lastName,
        role: adoption.role,
        signedDate: adoption.signedDate as Day,
      }
    : null

const nameOf = ({ company, period }: Snapshot, ending: string): string =>
  `arsredovisning-${company.organizationNumber.replace(/\D/g, '')}-${period.from}-${period.to}.${ending}`

/** The PDF, of a draft or of the final report; made after the books were read. */
export const reportPdf = async (call: CompanyCall, id: string): Promise<Unfinished> => {
  const whole = await wholeOf(call, id)
  const paper = paperOf(whole, call.now)
  return new Unfinished(async (after: CompanyRowCall): Promise<FileAnswer> => {
    const bytes = await annualPdfOf(paper, askerOf(after))
    const path = after.files.newWorkFile()
    await writeFile(path, bytes, { mode: 0o600 })
    return { path, name: nameOf(whole.report.snapshot, 'pdf'), size: bytes.length, contentType: 'application/pdf' }
  })
}

/** The years of the contexts: those of the overview, and as many before it as openings of notes refer to. */
const contextYears = ({ years, period }: Snapshot): Snapshot['years'] => {
  const all = [...years]
  const least = 3
  for (let at = all.length; at < least; at += 1) {
    const last = all.at(-1) ?? { startDate: period.from, endDate: period.to }
    const endDate = addDays(last.startDate, -1)
    all.push({ startDate: addMonths(last.startDate, -12), endDate })
  }
  return all
}

const MANAGING = /verkställande direktör|\bvd\b/i

/** The text of the iXBRL file of a final report. */
export const reportIxbrl = async (call: CompanyCall, id: string): Promise<FileAnswer> => {
  const whole = await wholeOf(call, id)
  const { version, snapshot } = whole.report
  if (!version) throw refusals.notFinal()
  const taxonomy = taxonomies.find(({ name }) => name === snapshot.taxonomy)
  if (!taxonomy) throw refusals.noTaxonomy({ date: snapshot.period.from })
  const [untagged] = snapshot.untagged
  if (untagged) throw refusals.noElement({ taxonomy: taxonomy.name, line: untagged })
  const { reportDate, signatureDates = [] } = whole.signing
  if (!reportDate || signatureDates.length === 0) throw refusals.notSigned()
  const text = ixbrlOf({
    paper: paperOf(whole, call.now),
    taxonomy,
    years: contextYears(snapshot),
    hasManagingDirector: snapshot.signatories.some(({ role }) => MANAGING.test(role)),
    program: { name: 'Grundbok', version: programVersion() },
  })
  const bytes = Buffer.from(text)
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name: nameOf(snapshot, 'xhtml'), size: bytes.length, contentType: 'application/xhtml+xml' }
}
