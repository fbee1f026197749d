// How much room a machine needs before books are moved to it: pure rules as a table.
import { expect, test } from 'vitest'
import { diskSpaceNeeded, type MachineSpace } from '#rules/schema/disk-space'

const GIB = 1024 * 1024 * 1024
const none: MachineSpace = { companies: 0, everywhere: 0, machines: 2, largest: 0 }

const cases: [what: string, room: Partial<MachineSpace>, needed: number][] = [
  ['nothing needs nothing', {}, 0],
  ['what is everywhere is written once, and to the log', { everywhere: 100 }, 200],
  ['a share of the companies, by the number of machines', { companies: 1000, machines: 4, largest: 0.01 }, 520],
  ['the largest company may come beside a whole share', { companies: 1000, machines: 4, largest: 0.5 }, 1500],
  ['one machine never gets more than all', { companies: 1000, machines: 2, largest: 0.9 }, 2000],
  ['both', { companies: 1000, machines: 4, largest: 0.25, everywhere: 10 }, 1020],
  ['the log is written away from a GiB on', { companies: 8 * GIB, machines: 4, largest: 0.25 }, 5 * GIB],
]

test.each(cases)('%s', (_, room, needed) => {
  expect(diskSpaceNeeded({ ...none, ...room })).toBe(needed)
})
