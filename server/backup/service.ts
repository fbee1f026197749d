// What the programs of the service call in backup, and no other context.
import { filesReferencedSince, rangesOf } from './backup.rules.ts'
import { makeBase } from './base.ts'
import { contentsOf, nameAt, removeTimeline } from './contents.ts'
import { startCopier, startKeeper } from './keeper.ts'
import { RESTORED_MARK } from './kept-files.ts'
import { putKeys } from './key.ts'
import { targetInBucket, targetInFolder } from './target.ts'
import { beginBriefTimeline, giveUpTimelines } from './timeline.ts'

export const backupService = {
  RESTORED_MARK,
  beginBriefTimeline,
  contentsOf,
  filesReferencedSince,
  giveUpTimelines,
  makeBase,
  nameAt,
  putKeys,
  rangesOf,
  removeTimeline,
  startCopier,
  startKeeper,
  targetInBucket,
  targetInFolder,
}
