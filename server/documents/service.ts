// What the programs of the service call in documents, and no other context.
import { countUploads } from './removal.ts'
import { folderOf, ownersWithoutFile } from './stored-file.ts'

export const documentsService = {
  countUploads,
  folderOf,
  ownersWithoutFile,
}
