// The annual statements and the annual report of a year: parts of the pages of the year-end.

export { AnnualReport } from './AnnualReport.tsx'
export { Statements } from './Statements.tsx'
