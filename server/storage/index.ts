// Storage: what companies keep in files, how much of it there may be, and the one place where more is taken.

export {
  type Limits,
  levelOf,
  percentOf,
  type StoredKind,
  sizeText,
  storedKinds,
  type Use,
} from './level.rules.ts'
export { ofStorage } from './refusals.ts'
export {
  isRefusedForSpace,
  keepAfterAll,
  lockStored,
  releaseStorage,
  reserveAndStore,
  reserveStorage,
} from './reservation.ts'
export {
  largestStorages,
  readStorage,
  type StorageFigures,
  setStorageQuota,
  storageFigures,
  storageQueue,
} from './usage.ts'
export { companiesWrongInStorage, verifyStorage } from './verify.ts'
