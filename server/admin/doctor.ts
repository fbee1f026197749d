// `./grundbok doctor`: is everything as it should be, and what is to be done where it is not?
import { type Finding, judge } from '#doctor'
import type { Command } from './command.ts'

export const doctorCommands: readonly Command[] = [
  {
    name: 'doctor',
    summary: 'Check settings, clock, disk, database, address, files, mail and jobs, and say what to do',
    options: [],
    async run(system, _given, _report, env) {
      // It asks what no other command does.
      const { factsOf } = await import('#doctor-facts')
      const findings = judge(await factsOf(system, env))
      const failed = findings.some(({ level }) => level === 'fail')
      return { json: { failed, findings }, text: findings.map(lineOf).join('\n'), failed }
    },
  },
]

/** Characters that the longest level and the longest check take. */
const LEVEL_WIDTH = 4
const CHECK_WIDTH = 12

const lineOf = ({ level, check, says, todo }: Finding): string => {
  const line = `${level.padEnd(LEVEL_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  ${says}`
  return todo === null ? line : `${line}\n${' '.repeat(LEVEL_WIDTH + CHECK_WIDTH + 4)}${todo}`
}
