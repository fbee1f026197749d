// The signatures of an annual report: who signs in which role and when, and the auditor's report. Pure.

import { tellerOf } from '#annual-report/ixbrl/facts.rules'
import { namingTaxonomy } from '#annual-report/ixbrl/taxonomies.rules'
import type { AnnualBlock } from '#paper'
import type { Signing } from './content.ts'
import type { Snapshot } from './report-facts.ts'

const TUPLE = 'se-gaap-ext:UnderskriftArsredovisningForetradareTuple'

export const signatureBlocks = (
  { signatories, company, period }: Snapshot,
  { reportDate, signatureDates = [], auditorDate }: Signing,
): AnnualBlock[] => {
  if (signatories.length === 0) return []
  const teller = tellerOf(namingTaxonomy(period.from))
  const signatures = signatories.map(({ firstName, lastName, role }, at) => {
    const tuple = (order: number) => ({ tuple: { element: TUPLE, id: `underskrift-${at + 1}`, order } })
    const day = signatureDates[at]
    return {
      parts: [
        teller.text(firstName, 'UnderskriftHandlingTilltalsnamn', tuple(1)),
        teller.text(lastName, 'UnderskriftHandlingEfternamn', tuple(2)),
      ],
      role: teller.text(role, 'UnderskriftHandlingRoll', tuple(3)),
      day: day ? teller.text(day, 'UndertecknandeDatum', tuple(4)) : null,
    }
  })
  return [
    ...(company.seat === '' ? [] : [{ kind: 'text', text: company.seat } as const]),
    ...(reportDate ? [{ kind: 'text', ...teller.text(reportDate, 'UndertecknandeArsredovisningDatum') } as const] : []),
    { kind: 'signatures', signatures },
    ...(auditorDate ? [{ kind: 'text', text: `Vår revisionsberättelse har lämnats ${auditorDate}.` } as const] : []),
  ]
}
