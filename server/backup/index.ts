// Continuous backups of PostgreSQL's log and files, from which any moment can be restored.

export { backupAdmin } from './administration.ts'
export type { CheckFacts, FoundBase, FoundTimeline } from './contents.ts'
export type { Copying, Keeper } from './keeper.ts'
export { copyFiles, type KeptFiles } from './kept-files.ts'
export { KeyFault } from './key.ts'
export { RestoreFault, restore } from './restore.ts'
export { backupService } from './service.ts'
export { Damaged, type Target } from './target.ts'
export type { Source } from './timeline.ts'
