// The fault suite: kills, stops and starves the real programs while writers are at work, and looks whether everything
// that was acknowledged is there, once. A run is repeated by its seed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tell, withWorkshop } from '#bench/workshop'
import { rootFolder } from '#system'
import { chanceOf } from './chance.ts'
import { receiveDeliveries } from './deliveries.ts'
import { type FaultKind, faultKinds } from './faults.ts'
import { checkAll, checkLeftovers } from './full-check.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { newPlay, playRound, type Tally } from './rounds.ts'
import { openStage } from './stage.ts'
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

const play = (folder: string, { seed, rounds, faults, minutes, every }: Options): Promise<boolean> =>
  withWorkshop(async (workshop) => {
    const chosen = faultKinds.filter(({ name }) => faults.includes(name))
    tell(`Starting the service in ${folder}`)
    const stage = await openStage(workshop, { folder, settings: {}, services: 1 })
    const game = newPlay(seed, stage)
    const deliveries = await receiveDeliveries(workshop, stage, chanceOf(seed, 'receiver'))
    const tallies = new Map<FaultKind, Tally>(chosen.map((fault) => [fault, emptyTally()]))
    const deadline = performance.now() + minutes * 60_000
    for (let round = 1; round <= rounds && performance.now() < deadline; round += 1) {
      const fault = chosen[round % chosen.length] as FaultKind
      const tally = tallies.get(fault) ?? emptyTally()
      addTo(tally, await playRound(game, round, fault), game.findings)
      if (game.findings.length === 0 && (round % every === 0 || round === rounds)) {
        tell(`${round} rounds, ${game.model.size()} things: full check`)
        await checkAll(game, deliveries)
      }
      if (game.findings.length > 0) break
    }
    if (game.findings.length === 0) game.findings.push(...(await checkLeftovers(stage)))
    game.courier.close()
    printTallies(tallies)
    printFindings(game.findings)
    return game.findings.length === 0
  })
