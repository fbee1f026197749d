// Lists of entries as others take them: CSV, JSON line by line, workbooks and PDFs.
export { MAX_PDF_ROWS, nameOfSheet, paperOfSheet, pdfOfSheet, writeSheet } from './sheet.ts'
