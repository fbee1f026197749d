// What the programs of the service call in operator, and no other context.
import { backupKeptUntil, noteBackup } from './backup.ts'

export const operatorService = {
  backupKeptUntil,
  noteBackup,
}
