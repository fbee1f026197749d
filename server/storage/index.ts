// Storage: what companies keep in files, how much of it there may be, and the one place where more is taken.

export { storageAdmin } from './administration.ts'
export { storageContribution } from './contribution.ts'
export { type Limits, levelOf, percentOf, type StoredKind, storedKinds, type Use } from './level.rules.ts'
export { ofStorage } from './refusals.ts'
export {
  isRefusedForSpace,
  keepAfterAll,
  lockStored,
  releaseStorage,
  reserveAndStore,
  reserveStorage,
} from './reservation.ts'
export { readStorage, type StorageFigures, storageFigures, storageQueue } from './usage.ts'
