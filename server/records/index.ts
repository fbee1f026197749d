// What the law asks to be kept beside the books: documents about how they are kept, and the archive of a year.
export { archiveOf } from './archive.ts'
export { recordRows } from './routes.ts'
