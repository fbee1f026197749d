// What the reports are called on their pages, by their addresses.
import { reportTitles } from '#rule/report-titles'

/** The journal has a page of its own beside the report. */
export const titles = { ...reportTitles, journal: { ...reportTitles.journal, en: 'Journal as a report' } }

export type ReportName = keyof typeof titles
