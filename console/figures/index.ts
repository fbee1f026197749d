// What reports, VAT and year-end share: periods, figures that open, printed tables and files.

export { CompanyLink, Figure, useDownload } from './CompanyLink.tsx'
export { Downloads } from './Downloads.tsx'
export { FileAct } from './FileAct.tsx'
export { More } from './More.tsx'
export { PeriodBar } from './PeriodBar.tsx'
export { PersonalDataPart } from './PersonalDataPart.tsx'
export { Sheet } from './Sheet.tsx'
export { type Span, spanText } from './span.ts'
export { useFiscalYears, usePeriod } from './use-period.ts'
export { useReportPages } from './use-report-pages.ts'
export { words as figureWords } from './words.ts'
export { type Year, YearPage, yearText } from './YearPage.tsx'
