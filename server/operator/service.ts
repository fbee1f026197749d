// What the programs of the service call in operator, and no other context.
import { backupKeptUntil, noteBackup } from './backup.ts'
import { takeEditions } from './law-edition.ts'

export const operatorService = {
  backupKeptUntil,
  noteBackup,
  takeEditions,
}
