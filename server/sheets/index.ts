// Lists as files: CSV, JSON lines, workbooks and PDFs.
export { MAX_PDF_ROWS, nameOfSheet, paperOfSheet, pdfOfSheet, writeSheet } from './sheet.ts'
