// What the operator's commands call in storage, and nothing else.
import { sizeText } from './level.rules.ts'
import { largestStorages, setStorageQuota } from './usage.ts'

export const storageAdmin = {
  largestStorages,
  setStorageQuota,
  sizeText,
}
