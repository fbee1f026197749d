// The texts of printed reports.
import { swedishTime } from '#platform/day'
import type { ReportPaper } from './report-paper.ts'

type Words = {
  locale: string
  knownAt(registration: number): string
  printedAt(at: Date): string
  page(page: number, of: number): string
}

export const reportWords: Readonly<Record<ReportPaper['language'], Words>> = {
  sv: {
    locale: 'sv-SE',
    knownAt: (registration) => `Allt registrerat till och med nr ${registration}`,
    printedAt: (at) => `Utskriven ${swedishTime(at)}`,
    page: (page, of) => `Sida ${page} av ${of}`,
  },
  en: {
    locale: 'en',
    knownAt: (registration) => `All that was registered up to no. ${registration}`,
    printedAt: (at) => `Printed ${swedishTime(at)}`,
    page: (page, of) => `Page ${page} of ${of}`,
  },
}
