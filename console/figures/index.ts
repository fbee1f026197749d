// What reports, VAT and year-end share: periods, figures that open, printed tables and files.
export { Downloads } from './Downloads.tsx'
export { FileAct } from './FileAct.tsx'
export { Figure, Go, useDownload } from './Go.tsx'
export { PeriodBar } from './PeriodBar.tsx'
export { Sheet } from './Sheet.tsx'
export { type Span, spanText } from './span.ts'
export { useFiscalYears, usePeriod } from './use-period.ts'
export { words as figureWords } from './words.ts'
