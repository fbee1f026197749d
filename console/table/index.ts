// Lists as tables: only visible rows are rendered, and the keyboard is enough to use them.
export type { Column } from './column.ts'
export { Table } from './Table.tsx'
