// Lists of entries as others take them: CSV, JSON line by line.
export { writeSheet } from './sheet.ts'
