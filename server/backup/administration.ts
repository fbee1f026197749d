// What the operator's commands call in backup, and nothing else.
import { putCheck, timelinesOf } from './contents.ts'

export const backupAdmin = {
  putCheck,
  timelinesOf,
}
