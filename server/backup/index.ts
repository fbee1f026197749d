// Continuous backups of PostgreSQL's log and files, from which any moment can be restored.
export { filesNamedSince, rangesOf } from './backup.rules.ts'
export { makeBase } from './base.ts'
export {
  type CheckFacts,
  contentsOf,
  type FoundBase,
  type FoundLine,
  forgetLine,
  linesOf,
  logFrom,
  nameAt,
  putCheck,
} from './contents.ts'
export { type Copying, type Keeper, startCopier, startKeeper } from './keeper.ts'
export { BROUGHT, copyFiles, type KeptFiles } from './kept-files.ts'
export { KeyFault, keysAt, putKeys } from './key.ts'
export { beginBriefLine, giveUpLines, type Source } from './line.ts'
export { RestoreFault, restore } from './restore.ts'
export { removeOutdated } from './retention.ts'
export { unpack } from './tar.ts'
export { Damaged, type Target, targetInBucket, targetInFolder } from './target.ts'
