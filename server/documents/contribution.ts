// What documents contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { documentPartyParts } from './party-data.ts'
import { documentsRetainedTables, uploadsToRemove } from './removal.ts'
import {
  companiesWrongInFiles,
  deleteDroppedFiles,
  deleteUnownedFiles,
  unownedFiles,
  verifyFiles,
} from './stored-file.ts'
import { todosOfUploads, uploadsRemainingWork } from './todo.ts'
import { companiesWrongInUploads, uploadFiles, verifyUploads } from './upload.ts'
import { uploadRefusals } from './upload-refusals.ts'

export const documentsContribution = {
  companiesWrongInFiles,
  companiesWrongInUploads,
  deleteDroppedFiles,
  deleteUnownedFiles,
  partyParts: documentPartyParts,
  retainedTables: documentsRetainedTables,
  todosOfUploads,
  unownedFiles,
  uploadFiles,
  uploadRefusals,
  uploadsRemainingWork,
  uploadsToRemove,
  verifyFiles,
  verifyUploads,
}
