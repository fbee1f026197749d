// One after another in companies of its own: an operation, what it stands on, and requests to it that are changed in
// places; before and after those that were refused, what the company has is counted.
import type { Row } from '#http'
import { isWrite } from '#http'
import { keptSampleOf, sampleOf } from '#tests/surface/world'
import { addressChange } from './addresses.ts'
import { bodyChange } from './bodies.ts'
import { type Callers, credentials, newCallers } from './callers.ts'
import { fileChange } from './files.ts'
import { headerChange } from './headers.ts'
import { takesLongest } from './judge.ts'
import { type Random, randomFrom } from './random.ts'
import { type Change, type Draft, draftOf } from './request.ts'
import { differences } from './residue.ts'
import { type Kind, type Run, shoot } from './run-of.ts'
import { walk } from './sequences.ts'
import { sweep } from './sweep.ts'

/** Requests of one lane that are under way at once. */
const ABREAST = 6
/** Changed requests to a write and to a read before the next operation comes. */
const TO_WRITES = 90
const TO_READS = 42
/** The same to a read that takes longest: as many as are under way at once, of which all but one wait in vain. */
const TO_LONGEST = ABREAST
/** A company is left for a new one after so many operations, or when so many in a row cannot be made ready. */
const OPERATIONS_OF_COMPANY = 60
const MOST_IN_VAIN = 6
/** How often rows are counted around a volley: that costs as much as some requests. */
const COUNTED = 0.25
/** How often a request has a second change, and a third. */
const SECOND = 0.3

/** Which of how many lanes. */
type Place = { number: number; count: number }

type Lane = { run: Run; kinds: readonly Kind[]; random: Random; name: string; callers: Callers; inVain: number }

/** Works until the run is over: first each operation once as it should be asked, then in every wrong way. */
export const work = async (run: Run, { number, count }: Place, kinds: readonly Kind[]): Promise<void> => {
  await sweep(run, shareOf(run, { number, count }, 0), `lane ${number} sweep`)
  let queue: Row[] = []
  for (let [company, round] = [0, 0]; run.goesOn(); company += 1) {
    const random = randomFrom(run.seed, number, company)
    const lane = { run, kinds, random, name: `lane ${number} company ${company}`, inVain: 0 }
    const callers = await newCallers(run.target)
    for (let turn = 0; turn < OPERATIONS_OF_COMPANY && lane.inVain < MOST_IN_VAIN && run.goesOn(); turn += 1) {
      if (queue.length === 0) {
        round += 1
        queue = shareOf(run, { number, count }, round)
      }
      const row = queue.pop()
      const isWalk = kinds.includes('sequences') && (kinds.length === 1 || random.happens(0.25))
      if (isWalk) await walk(run, callers, random, lane.name)
      else if (row) lane.inVain = (await attack({ ...lane, callers }, row)) ? 0 : lane.inVain + 1
    }
  }
}

/** What a lane asks in a round: all lanes together ask each operation once, in another order each time. */
const shareOf = ({ seed, rows }: Run, { number, count }: Place, round: number): Row[] =>
  randomFrom(seed, 'round', round)
    .shuffled(rows)
    .filter((_, at) => at % count === number % count)

/** Asks an operation in many wrong ways and once in the right one; whether it could be made ready. */
const attack = async (lane: Lane, row: Row): Promise<boolean> => {
  const { run, kinds, random } = lane
  if (kinds.length === 1 && kinds[0] === 'files' && !row.upload) return true
  if (kinds.length === 1 && kinds[0] === 'bodies' && !row.body && random.happens(0.5)) return true
  const made = await ready(lane, row)
  if (!made) return false
  let draft = made
  const goal = goalOf(row)
  for (let sent = 0; sent < goal && run.goesOn(); sent += ABREAST) {
    const isSpent = await volley(lane, draft)
    if (!isSpent) continue
    const next = await ready(lane, row)
    if (!next) return false
    draft = next
  }
  await shoot(run, draft, [], lane.name)
  return true
}

const goalOf = (row: Row): number => {
  if (takesLongest(row)) return TO_LONGEST
  return isWrite(row) ? TO_WRITES : TO_READS
}

/** A request that would succeed; null where what it stands on cannot be made. */
const ready = async ({ callers, random }: Lane, row: Row): Promise<Draft | null> => {
  try {
    const sample = await (isWrite(row) ? sampleOf(row, callers.caller) : keptSampleOf(row, callers.caller))
    return await draftOf(sample, credentials(row, callers, random))
  } catch {
    return null
  }
}

/** Several at once; whether one of them has succeeded, so that what it stood on may be another one now. */
const volley = async (lane: Lane, draft: Draft): Promise<boolean> => {
  const { run, random, name, callers } = lane
  const isCounted = isWrite(draft.row) && random.happens(COUNTED)
  const before = isCounted ? await run.countRows(callers.caller.id) : null
  const shots = Array.from({ length: ABREAST }, () => changesFor(lane, draft)).filter((some) => some.length > 0)
  const answers = await Promise.all(shots.map((changes) => shoot(run, draft, changes, name)))
  const isSpent = isWrite(draft.row) && answers.some(({ status }) => status !== null && status < 300)
  if (before && !isSpent) await lookBehind(lane, draft, shots, before)
  return isSpent
}

const changesFor = (lane: Lane, draft: Draft): Change[] => {
  const { random } = lane
  const changes: Change[] = []
  do {
    const change = changeFor(lane, draft)
    if (change) changes.push(change)
  } while (changes.length < 4 && random.happens(SECOND))
  return changes
}

const changeFor = ({ kinds, random }: Lane, draft: Draft): Change | null => {
  const offered: (() => Change | null)[] = []
  if (kinds.includes('bodies') && draft.json !== undefined) {
    for (let weight = 0; weight < 6; weight += 1) offered.push(() => bodyChange(draft, random))
  }
  if (kinds.includes('bodies'))
    offered.push(
      () => addressChange(draft, random),
      () => addressChange(draft, random),
    )
  if (kinds.includes('headers')) offered.push(() => headerChange(random))
  if (kinds.includes('files') && draft.form) {
    for (let weight = 0; weight < 6; weight += 1) offered.push(() => fileChange(draft, random))
  }
  return offered.length === 0 ? null : random.pick(offered)()
}

/** Reports what refused requests have left behind; each is sent separately to find the culprit. */
const lookBehind = async (
  { run, callers, name }: Lane,
  draft: Draft,
  shots: readonly Change[][],
  before: Awaited<ReturnType<Run['countRows']>>,
): Promise<void> => {
  const count = () => run.countRows(callers.caller.id)
  if (differences(before, await count()).length === 0) return
  for (const changes of shots) {
    const earlier = await count()
    const { status } = await shoot(run, draft, changes, name)
    const left = differences(earlier, await count())
    if (status === null || status < 400 || left.length === 0) continue
    const says = `${status} left ${left.join(', ')}`
    const detail = `${draft.row.operationId}, changed: ${changes.map((one) => one.says).join('; ')}`
    run.findings.tell({ kind: 'residue', says }, detail)
  }
}
