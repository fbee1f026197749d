// The fault suite: kills, stops and starves the real programs while writers are at work, and looks whether everything
// that was acknowledged is there, once. A run is repeated by its seed.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tell, withWorkshop } from '#bench/workshop'
import { rootFolder } from '#programs/system'
import { chanceOf } from './chance.ts'
import { receiveDeliveries } from './deliveries.ts'
import { type FaultKind, faultKinds } from './faults.ts'
import { checkAll, checkLeftovers } from './full-check.ts'
import type { Finding } from './model.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { newPlay, playRound, type Tally } from './rounds.ts'
import { type StageKind, stageKinds } from './stages.ts'
import { addTo, emptyTally, printFindings, printTallies } from './tally.ts'

/** Runs what the words of the command line ask for and answers the exit code: 1 when something was found. */
export const run = async (words: string[]): Promise<number> => {
  const options = readOptions(words)
  if (!options) {
    console.error(USAGE)
    return 1
  }
  execFileSync(process.execPath, [join(rootFolder(), 'scripts', 'build.mjs')], { stdio: 'inherit' })
  const { model = 'unknown processor' } = cpus()[0] ?? {}
  const load = (loadavg()[0] ?? 0).toFixed(2)
  console.log(`Seed ${options.seed}; ${cpus().length} cores (${model}), load ${load} at the start`)
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-faults-'))
  // A database server that runs as another user reaches its own folder through this one.
  chmodSync(folder, 0o711)
  let isSound = false
  try {
    isSound = await play(folder, options)
  } catch (cause) {
    console.error(cause)
  }
  if (isSound) rmSync(folder, { recursive: true, force: true })
  else console.log(`\nThe data folder is kept: ${folder}. Again: npm run faults -- --seed ${options.seed}`)
  return isSound ? 0 : 1
}

/** Plays the chosen faults stage by stage; false as soon as something was found. */
const play = async (folder: string, options: Options): Promise<boolean> => {
  const { rounds, faults, minutes, external, workers } = options
  const kinds = faultKinds.map((kind) => (external && kind.stage === 'plain' ? { ...kind, stage: 'external' } : kind))
  const chosen = (kinds as FaultKind[]).filter(
    ({ name, leastWorkers = 1 }) => faults.includes(name) && leastWorkers <= workers,
  )
  const tallies = new Map<FaultKind, Tally>(chosen.map((fault) => [fault, emptyTally()]))
  const deadline = performance.now() + minutes * 60_000
  const findings: Finding[] = []
  let first = 1
  for (const name of new Set(chosen.map(({ stage }) => stage))) {
    const here = chosen.filter(({ stage }) => stage === name)
    const lacking = stageKinds[name].lacks()
    if (lacking !== null) {
      console.log(`LEFT OUT: ${here.map((fault) => fault.name).join(', ')}: this machine lacks ${lacking}`)
      continue
    }
    const last = first - 1 + Math.max(1, Math.round((rounds * here.length) / chosen.length))
    findings.push(...(await playStage(join(folder, name), name, { ...options, here, tallies, first, last, deadline })))
    if (findings.length > 0) break
    first = last + 1
  }
  printTallies(tallies)
  printFindings(findings)
  return findings.length === 0
}

type Part = Options & {
  here: readonly FaultKind[]
  tallies: ReadonlyMap<FaultKind, Tally>
  first: number
  last: number
  deadline: number
}

/** Plays rounds on one stage, with full checks between them and after the last one; what was found. */
const playStage = (folder: string, name: StageKind, part: Part): Promise<Finding[]> =>
  withWorkshop(async (workshop) => {
    const { seed, every, here, tallies, first, last, deadline, workers } = part
    tell(`${name}: starting in ${folder}`)
    mkdirSync(folder)
    const stage = await stageKinds[name].open(workshop, folder, { WORKERS: String(workers) })
    const game = newPlay(seed, stage)
    const { findings } = game
    workshop.later(() => game.courier.close())
    const deliveries = await receiveDeliveries(workshop, stage, chanceOf(seed, 'receiver'))
    let isOver = false
    for (let round = first; !isOver && findings.length === 0; round += 1) {
      const fault = here[round % here.length] as FaultKind
      const counts = await playRound(game, round, fault)
      isOver = round === last || performance.now() > deadline
      if (findings.length === 0 && (isOver || (round - first + 1) % every === 0)) {
        tell(`${name}: ${round - first + 1} rounds, ${game.model.size()} things: full check`)
        await checkAll(game, deliveries)
      }
      const tally = tallies.get(fault)
      if (tally) addTo(tally, counts, findings)
    }
    if (findings.length === 0) findings.push(...(await checkLeftovers(stage)))
    return findings
  })
