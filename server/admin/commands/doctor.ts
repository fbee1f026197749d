// `./grundbok doctor`: checks that everything is in order, and advises what to do if not.

import type { Command } from '#admin/command'
import { type Finding, judge } from '#programs/doctor/doctor'

export const doctorCommands: readonly Command[] = [
  {
    name: 'doctor',
    summary: 'Check settings, clock, disk, database, address, files, mail and jobs, and say what to do',
    options: [],
    async run(system, _given, _report, env) {
      // Loaded here because no other command needs it.
      const { factsOf } = await import('#programs/doctor/doctor-facts')
      const findings = judge(await factsOf(system, env))
      const failed = findings.some(({ level }) => level === 'fail')
      return { json: { failed, findings }, text: findings.map(lineOf).join('\n'), failed }
    },
  },
]

/** The width of the longest level and the longest check, in characters. */
const LEVEL_WIDTH = 4
const CHECK_WIDTH = 12

const lineOf = ({ level, check, says, todo }: Finding): string => {
  const line = `${level.padEnd(LEVEL_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  ${says}`
  return todo === null ? line : `${line}\n${' '.repeat(LEVEL_WIDTH + CHECK_WIDTH + 4)}${todo}`
}
