// The words on a report on paper.
import type { ReportPaper } from './report-paper.ts'

type Words = {
  locale: string
  knownAt(registration: number): string
  printedAt(at: Date): string
  page(page: number, of: number): string
}

/** `2026-03-31 10:05`, in Swedish time. */
const momentText = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Stockholm' }).format(at)

export const reportWords: Readonly<Record<ReportPaper['language'], Words>> = {
  sv: {
    locale: 'sv-SE',
    knownAt: (registration) => `Allt registrerat till och med nr ${registration}`,
    printedAt: (at) => `Utskriven ${momentText(at)}`,
    page: (page, of) => `Sida ${page} av ${of}`,
  },
  en: {
    locale: 'en',
    knownAt: (registration) => `All that was registered up to no. ${registration}`,
    printedAt: (at) => `Printed ${momentText(at)}`,
    page: (page, of) => `Page ${page} of ${of}`,
  },
}
