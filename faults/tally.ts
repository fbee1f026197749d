// What came of a run, as a table, and what was found, with its history.
import { printTable } from '#bench/statistics'
import type { FaultKind } from './faults.ts'
import type { Fault, Finding } from './model.ts'
import type { Tally } from './rounds.ts'

/** Findings that are printed in full. */
const PRINTED = 12

export const emptyTally = (): Tally => ({
  rounds: 0,
  acknowledged: 0,
  resolved: 0,
  unknown: 0,
  unavailable: 0,
  cut: 0,
  things: 0,
  repeated: 0,
  findings: [],
})

export const addTo = (tally: Tally, more: Omit<Tally, 'findings'>, findings: readonly Finding[]): void => {
  for (const name of Object.keys(more) as (keyof typeof more)[]) tally[name] += more[name]
  tally.findings.push(...findings)
}

export const printTallies = (tallies: ReadonlyMap<FaultKind, Tally>): void => {
  const count = ({ findings }: Tally, ...faults: Fault[]) =>
    String(findings.filter(({ fault }) => faults.includes(fault)).length)
  printTable('Faults', [
    ['fault', 'rounds', 'acknowledged', 'resolved', 'unknown', '503', 'cut', 'lost', 'doubled', 'holes', 'other'],
    ...[...tallies].map(([{ name }, tally]) => {
      const { rounds, acknowledged, resolved, unknown, unavailable, cut } = tally
      const counts = [rounds, acknowledged, resolved, unknown, unavailable, cut].map(String)
      const others = ['content', 'stranger', 'half', 'answer', 'hang', 'promise'] as const
      return [
        name,
        ...counts,
        count(tally, 'lost'),
        count(tally, 'doubled'),
        count(tally, 'hole'),
        count(tally, ...others),
      ]
    }),
  ])
}

export const printFindings = (findings: readonly Finding[]): void => {
  for (const { fault, sentence, history } of findings.slice(0, PRINTED)) {
    console.log(`\n${fault.toUpperCase()}: ${sentence}`)
    for (const line of folded(history)) console.log(`    ${line}`)
  }
  if (findings.length > PRINTED) console.log(`\nand ${findings.length - PRINTED} more`)
}

/** Lines that say the same but for their time stand once, with how often it was. */
const folded = (lines: readonly string[]): string[] => {
  const kept: { line: string; said: string; times: number }[] = []
  for (const line of lines) {
    const said = line.replace(/^\S+ s: /, '')
    const last = kept.at(-1)
    if (last?.said === said) last.times += 1
    else kept.push({ line, said, times: 1 })
  }
  return kept.map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`))
}
