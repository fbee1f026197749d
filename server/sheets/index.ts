// Lists of entries as others take them: CSV, JSON line by line, workbooks and PDFs.
export { writeSheet } from './sheet.ts'
