// Removes what is no longer needed to restore any moment within the retention period. It may be killed after any step:
// the target stays consistent, and the next run removes the rest.
import { logPieceName, type Outdated, outdated, segmentName, segmentStart } from './backup.rules.ts'
import { contentsOf, type FoundTimeline, removeBase, removeTimeline, timelineFolder } from './contents.ts'
import { copyFiles, type KeptFiles } from './kept-files.ts'
import type { Target } from './target.ts'

/**
 * After this age an unfinished upload is no longer in progress, in milliseconds (a day): a part takes a minute at most.
 */
const BROKEN_AFTER_MS = 24 * 60 * 60 * 1000

type Keeping = {
  /** The line that is being written. */
  writing: string
  now: Date
  /** The period in which any moment can be restored, in milliseconds. */
  keepMs: number
}

type Retention = Keeping & { files: KeptFiles }

export const removeOutdated = async (target: Target, { files, ...keeping }: Retention): Promise<void> => {
  const { filesGoneBefore } = await forgetOutdated(target, keeping)
  const now = keeping.now.getTime()
  await copyFiles(target, files, { now, goneBefore: filesGoneBefore })
  await target.removeBroken(new Date(now - BROKEN_AFTER_MS))
}

/** Removes lines, bases and log that are no longer needed, and the remains of interrupted bases. */
export const forgetOutdated = async (target: Target, { writing, now, keepMs }: Keeping): Promise<Outdated> => {
  const { lines, damaged } = await contentsOf(target)
  const old = outdated(lines, { now: now.getTime(), keepMs, writing })
  for (const id of old.lines) await removeTimeline(target, id)
  for (const { line: of, base } of old.bases) await removeBase(target, of, base)
  // Only this process makes bases in this line, and it is making none now.
  for (const base of lines.find(({ id }) => id === writing)?.unfinished ?? []) await removeBase(target, writing, base)
  for (const { line: id, lsn } of old.logBefore) {
    const of = lines.find((one) => one.id === id)
    if (of) await forgetLog(target, of, lsn)
  }
  // A damaged base might be repaired, and the files that it references are unknown.
  return damaged.length > 0 ? { ...old, filesGoneBefore: 0 } : old
}

const forgetLog = async (target: Target, { id, facts, pieces }: FoundTimeline, before: bigint): Promise<void> => {
  const first = segmentName(facts.timeline, segmentStart(before, facts.segmentBytes), facts.segmentBytes)
  for (const piece of pieces) {
    if (piece.segment < first) await target.remove(`${timelineFolder(id)}${logPieceName(piece)}`)
  }
}
