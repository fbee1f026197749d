// Rounds: writers are at work, something happens to the programs in the middle of it, everybody finishes what they had
// begun, and what is there is compared with what must be.
import { setTimeout as pause } from 'node:timers/promises'
import { type Chance, chanceOf } from './chance.ts'
import { type Answer, type Ask, type Counts, type Courier, newCourier } from './courier.ts'
import type { FaultKind } from './faults.ts'
import { compare, type Finding, type Model, markOf, newModel } from './model.ts'
import type { Stage } from './stage.ts'
import { type Company, type Desk, pickStory } from './stories.ts'
import { type Watch, watchOf } from './watch.ts'

const WRITERS = 6
/** When the fault comes, and for how long writers go on after it, in milliseconds. */
const SOONEST_MS = 10
const LATEST_MS = 1000
const AFTERWARDS_MS = 300
/** How many acknowledged writes of a round are sent once more. */
const REPEATED = 5

/** What came of one fault, in all of its rounds. */
export type Tally = Counts & { rounds: number; things: number; repeated: number; findings: Finding[] }

export type Play = {
  seed: number
  stage: Stage
  model: Model
  courier: Courier
  watches: Map<string, Watch>
  findings: Finding[]
  /** Whether something is out of order, and for how long the service was made to stand still. */
  state: { isTroubled: boolean; stoodStillMs: number }
}

export const newPlay = (seed: number, stage: Stage): Play => {
  const findings: Finding[] = []
  const state = { isTroubled: false, stoodStillMs: 0 }
  // Services take turns, request by request.
  let turn = 0
  const origin = (): string => {
    turn += 1
    return stage.services[turn % stage.services.length]?.origin ?? ''
  }
  const courier = newCourier({
    origin,
    isTroubled: () => state.isTroubled,
    stoodStillMs: () => state.stoodStillMs,
    report: (finding) => void findings.push(finding),
  })
  const model = newModel()
  const watches = new Map(stage.companies.map((one) => [one.token.id, watchOf(one, model, courier)]))
  return { seed, stage, model, courier, watches, findings, state }
}

type Kept = { asked: Ask; answer: Answer }

/** Plays one round, and answers what it has added to the counts; findings are in the play. */
export const playRound = async (play: Play, round: number, fault: FaultKind): Promise<Omit<Tally, 'findings'>> => {
  const { seed, stage, model, courier, state } = play
  const before = { ...courier.counts, things: model.size() }
  const chance = chanceOf(seed, 'round', round)
  const kept: Kept[] = []
  let isOver = false
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    write(play, { round, writer, isOver: () => isOver, keep: (asked, answer) => void kept.push({ asked, answer }) }),
  )
  await pause(chance.whole(SOONEST_MS, LATEST_MS))
  state.isTroubled = true
  state.stoodStillMs = (await fault.strike(stage, chance)) ?? 0
  await pause(chance.whole(0, AFTERWARDS_MS))
  isOver = true
  await Promise.all(writers)
  state.isTroubled = false
  const repeated = await repeat(play, kept, chance)
  await check(play)
  state.stoodStillMs = 0
  const { acknowledged, resolved, unknown, unavailable, cut } = courier.counts
  return {
    rounds: 1,
    acknowledged: acknowledged - before.acknowledged,
    resolved: resolved - before.resolved,
    unknown: unknown - before.unknown,
    unavailable: unavailable - before.unavailable,
    cut: cut - before.cut,
    things: model.size() - before.things,
    repeated,
  }
}

type Writer = Pick<Desk, 'isOver' | 'keep'> & { round: number; writer: number }

/** One writer of a round: tells one story after the other. What it chooses depends on seed, round and place alone. */
const write = async ({ seed, stage, model, courier }: Play, { round, writer, ...own }: Writer): Promise<void> => {
  const chance = chanceOf(seed, 'round', round, 'writer', writer)
  const company = stage.companies[writer % stage.companies.length] as Company
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date())
  let count = 0
  const newMark = () => {
    count += 1
    return markOf(round, writer, count)
  }
  while (!own.isOver()) {
    const story = pickStory(chance)
    await story.tell({
      company,
      chance: chanceOf(seed, story.name, round, writer, count),
      model,
      courier,
      today,
      newMark,
      ...own,
    })
  }
}

/** Sends some acknowledged writes once more: each must get the very answer that it got. */
const repeat = async ({ courier, findings }: Play, kept: readonly Kept[], chance: Chance): Promise<number> => {
  if (kept.length === 0) return 0
  const { acknowledged } = courier.counts
  for (let count = 0; count < REPEATED; count += 1) {
    const { asked, answer } = chance.pick(kept)
    const again = await courier.ask(asked)
    // Operations that stand by themselves are remembered one by one, and nothing says so of them all.
    if ((again?.isReplayed || asked.apart) && again && saidBy(again) === saidBy(answer)) continue
    const sentence = `${asked.method} ${asked.path}, sent again under its key, was answered otherwise: ${again?.text}`
    findings.push({ fault: 'promise', sentence, history: asked.history ?? [] })
  }
  courier.counts.acknowledged = acknowledged
  return REPEATED
}

/** What an answer says, without the id that a refusal has anew each time. */
const saidBy = ({ text }: Answer): string => text.replaceAll(/"serviceErrorId":"[^"]*"/g, '')

/** Compares what was touched with what is shown. */
const check = async ({ model, watches, findings }: Play): Promise<void> => {
  const touched = model.takeTouched()
  for (const [company, { readOn, mirror }] of watches) {
    findings.push(...(await readOn()))
    const own = touched.filter((one) => one.company === company && !HAVE_NO_EVENTS.includes(one.type))
    findings.push(...compare(own, mirror))
  }
}

const HAVE_NO_EVENTS = ['token', 'webhook']
