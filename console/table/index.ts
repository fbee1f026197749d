// Lists as tables: only the rows that are seen are drawn, and hands stay on the keyboard.
export type { Column } from './column.ts'
export { Table } from './Table.tsx'
