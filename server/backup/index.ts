// Continuous backups of PostgreSQL's log and files, from which any moment can be restored.
export { filesReferencedSince, rangesOf } from './backup.rules.ts'
export { makeBase } from './base.ts'
export {
  type CheckFacts,
  contentsOf,
  type FoundBase,
  type FoundTimeline,
  nameAt,
  putCheck,
  removeTimeline,
  timelinesOf,
} from './contents.ts'
export { type Copying, type Keeper, startCopier, startKeeper } from './keeper.ts'
export { copyFiles, type KeptFiles, RESTORED_MARK } from './kept-files.ts'
export { KeyFault, putKeys } from './key.ts'
export { RestoreFault, restore } from './restore.ts'

export { Damaged, type Target, targetInBucket, targetInFolder } from './target.ts'
export { beginBriefTimeline, giveUpTimelines, type Source } from './timeline.ts'
