// Removes from a target what no moment that is kept needs any more. It may be killed after any step: what is left then
// still keeps all that it says it keeps, and the next run removes the rest.
import { type Outdated, outdated, pieceName, segmentName, segmentStart } from './backup.rules.ts'
import { contentsOf, type FoundLine, forgetBase, forgetLine, lineFolder } from './contents.ts'
import { copyFiles, type KeptFiles } from './kept-files.ts'
import type { Target } from './target.ts'

/** What was begun so long ago is no longer being written, in milliseconds (a day): a part takes a minute at most. */
const BROKEN_AFTER_MS = 24 * 60 * 60 * 1000

export type Keeping = {
  /** The line that is being written. */
  writing: string
  now: Date
  /** How many milliseconds back any moment can be restored. */
  keepMs: number
}

export type Retention = Keeping & { files: KeptFiles }

export const removeOutdated = async (target: Target, { files, ...keeping }: Retention): Promise<void> => {
  const { filesGoneBefore } = await forgetOutdated(target, keeping)
  const now = keeping.now.getTime()
  await copyFiles(target, files, { now, goneBefore: filesGoneBefore })
  await target.removeBroken(new Date(now - BROKEN_AFTER_MS))
}

/** Removes lines, bases and log that no moment needs any more, and what is left of bases that were broken off. */
export const forgetOutdated = async (target: Target, { writing, now, keepMs }: Keeping): Promise<Outdated> => {
  const { lines, damaged } = await contentsOf(target)
  const old = outdated(lines, { now: now.getTime(), keepMs, writing })
  for (const id of old.lines) await forgetLine(target, id)
  for (const { line: of, base } of old.bases) await forgetBase(target, of, base)
  // Only we make bases in this line, and now we make none.
  for (const base of lines.find(({ id }) => id === writing)?.unfinished ?? []) await forgetBase(target, writing, base)
  for (const { line: id, lsn } of old.logBefore) {
    const of = lines.find((one) => one.id === id)
    if (of) await forgetLog(target, of, lsn)
  }
  // Nobody knows which files a damaged one names, should somebody mend it.
  return damaged.length > 0 ? { ...old, filesGoneBefore: 0 } : old
}

const forgetLog = async (target: Target, { id, facts, pieces }: FoundLine, before: bigint): Promise<void> => {
  const first = segmentName(facts.timeline, segmentStart(before, facts.segmentBytes), facts.segmentBytes)
  for (const piece of pieces) {
    if (piece.segment < first) await target.remove(`${lineFolder(id)}${pieceName(piece)}`)
  }
}
