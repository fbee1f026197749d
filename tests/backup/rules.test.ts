// The rules of backups as tables: where the log goes on, which base leads to a moment, what is old enough to go.
import { describe, expect, test } from 'vitest'
import { lsnOf, lsnText } from '#postgres/lsn'
import {
  type Base,
  baseForMoment,
  contiguousLogFrom,
  continuesAfter,
  filesReferencedSince,
  inOrder,
  isDue,
  type LogPiece,
  logPieceName,
  logPieceOf,
  outdated,
  rangesOf,
  segmentName,
  type Timeline,
} from '#rules/backup/backup'

const MIB = 1024 * 1024
const SEGMENT = 16 * MIB
const DIGEST = 'ab'.repeat(32)

test.each([
  ['0/0', 0n, '000000010000000000000000'],
  ['0/1000000', 0x1000000n, '000000010000000000000001'],
  ['0/FFFFFFFF', 0xffffffffn, '0000000100000000000000FF'],
  ['1/0', 0x100000000n, '000000010000000100000000'],
  ['16/B374D848', 0x16b374d848n, '0000000100000016000000B3'],
])('the place %s is read, written, and in its segment', (text, lsn, segment) => {
  expect(lsnOf(text)).toBe(lsn)
  expect(lsnText(lsn)).toBe(text)
  expect(segmentName(1, lsn, SEGMENT)).toBe(segment)
})

test('a larger segment has another name', () => {
  expect(segmentName(0x1f, lsnOf('1/C0000000'), 1024 * MIB)).toBe('0000001F0000000100000003')
})

const piece = (segment: number, from: number, to: number, reached: number): LogPiece => {
  return { segment: segmentName(1, BigInt(segment * SEGMENT), SEGMENT), from, to, reached, digest: DIGEST }
}

test('the name of a piece says all there is to know of it', () => {
  const one = piece(3, 4096, 65536, 1_795_000_000_000)
  expect(logPieceOf(logPieceName(one))).toEqual(one)
  for (const other of ['line.json', `log/${one.segment}/x.gz`, `${logPieceName(one)}.arriving-1`]) {
    expect(logPieceOf(other)).toBeNull()
  }
})

describe('the log goes on', () => {
  const follow = (pieces: LogPiece[], from: bigint) => {
    const { end, reached, pieces: chosen } = contiguousLogFrom({ timeline: 1, segmentBytes: SEGMENT, pieces }, from)
    return { end: Number(end) / MIB, reached, chosen: chosen.map(({ from: begin, to }) => [begin / MIB, to / MIB]) }
  }
  const whole = piece(1, 0, SEGMENT, 10)
  const first = piece(2, 0, 2 * MIB, 20)
  const second = piece(2, 2 * MIB, 5 * MIB, 30)
  const gap = piece(2, 6 * MIB, 9 * MIB, 40)
  const both = piece(2, 0, 4 * MIB, 25)
  test.each([
    [
      'through segments and pieces',
      [whole, first, second],
      17n,
      37,
      30,
      [
        [0, 16],
        [0, 2],
        [2, 5],
      ],
    ],
    [
      'up to a gap',
      [whole, first, second, gap],
      17n,
      37,
      30,
      [
        [0, 16],
        [0, 2],
        [2, 5],
      ],
    ],
    [
      'by the longest piece',
      [second, first, both, whole],
      17n,
      37,
      30,
      [
        [0, 16],
        [0, 4],
        [2, 5],
      ],
    ],
    ['from the segment of a place', [whole, first], 33n, 34, 20, [[0, 2]]],
    ['not at all without its first piece', [second], 33n, 32, 0, []],
  ])('%s', (_, pieces, from, end, reached, chosen) => {
    expect(follow(pieces, from * BigInt(MIB))).toEqual({ end, reached, chosen })
  })
})

test.each([
  ['whole segments', [piece(1, 0, SEGMENT, 10), piece(2, 0, SEGMENT, 20)], 48, false],
  [
    'pieces of the last one, and one that is superfluous',
    [piece(2, 0, 5 * MIB, 20), piece(2, 0, 2 * MIB, 10)],
    37,
    false,
  ],
  ['log of before it', [piece(1, 0, SEGMENT, 10)], 48, false],
  ['a piece after one that is missing', [piece(2, 0, 2 * MIB, 20), piece(2, 4 * MIB, 5 * MIB, 30)], 34, true],
  ['a segment after one that is missing', [piece(1, 0, SEGMENT, 10), piece(3, 0, MIB, 30)], 32, true],
  ['a segment without its beginning', [piece(1, 0, SEGMENT, 10), piece(2, MIB, 2 * MIB, 30)], 32, true],
])('the log has a gap where it goes on after its end: %s', (_, pieces, end, expected) => {
  expect(continuesAfter({ timeline: 1, segmentBytes: SEGMENT, pieces }, BigInt(end * MIB))).toBe(expected)
})

const DAY = 86_400_000
const base = (id: string, day: number, isBad = false): Base => {
  return { id, startLsn: BigInt(day * 100), endLsn: BigInt(day * 100 + 1), endedAt: day * DAY, isBad }
}
const line = (id: string, reached: number, ...bases: Base[]): Timeline => {
  return { id, reached: reached * DAY, bases, end: BigInt(Math.ceil(reached * 100)) }
}

describe('a moment is reached', () => {
  const lines = [line('a', 5, base('a1', 1), base('a3', 3)), line('b', 9, base('b7', 7), base('b8', 8, true))]
  test.each([
    ['by the last base before it', 2, 'a1'],
    ['at the very end of a base', 3, 'a3'],
    ['as far as the log goes', 5, 'a3'],
    ['not between two lines', 6, null],
    ['not before the first base', 0.5, null],
    ['not after the log', 9.5, null],
    ['by a sound base rather than one with faults', 8.5, 'b7'],
  ])('%s', (_, day, expected) => {
    expect(baseForMoment(lines, day * DAY)?.base.id ?? null).toBe(expected)
  })
  test('the latest is that of the newest sound base, and one with faults is better than none', () => {
    expect(baseForMoment(lines, null)?.base.id).toBe('b7')
    expect(baseForMoment([line('c', 2, base('c1', 1, true))], null)?.base.id).toBe('c1')
    expect(baseForMoment([], null)).toBeNull()
  })
  const kept = line('kept', 20, base('k2', 2), base('k9', 9))
  const byHand = line('by hand', 14.9, base('h15', 15))
  const bad = line('bad', 20, base('b2', 2, true))
  const apart = line('apart', 4, { ...base('a1', 1), reached: 4 * DAY }, { ...base('a6', 6), reached: 8 * DAY })
  test.each<[string, Timeline[], number | null, string | null]>([
    ['the latest is where the log has come to, even if one was made by hand meanwhile', [kept, byHand], null, 'k9'],
    ['found in any order', [byHand, kept], null, 'k9'],
    [
      'the latest is what was made by hand after the log had ended',
      [line('a', 14, base('a2', 2)), byHand],
      null,
      'h15',
    ],
    ['the latest is sound, though one with faults would lead further', [bad, byHand], null, 'h15'],
    ['what was made by hand leads to the moment at which it ended', [kept, byHand], 15, 'h15'],
    ['and does so where nothing else is', [byHand], 15, 'h15'],
    ['a moment after that is reached by the other line', [kept, byHand], 18, 'k9'],
    ['the latest of a log with a gap is after it', [apart], null, 'a6'],
    ['a moment before the gap is reached', [apart], 3, 'a1'],
    ['one after it by the next base', [apart], 7, 'a6'],
    ['and none in between', [apart], 5, null],
  ])('%s', (_, lines, day, expected) => {
    expect(baseForMoment(lines, day === null ? null : day * DAY)?.base.id ?? null).toBe(expected)
  })
  test('what can be restored of a log with a gap is said apart', () => {
    expect(rangesOf([apart]).map(({ from, to }) => [from / DAY, to / DAY])).toEqual([
      [1, 4],
      [6, 8],
    ])
  })
  test('what can be restored is said by line', () => {
    const said = rangesOf([...lines, line('empty', 4), line('once', 0, base('o2', 2))])
    expect(said.map(({ line: id, from, to }) => [id, from / DAY, to / DAY])).toEqual([
      ['a', 1, 5],
      ['once', 2, 2],
      ['b', 7, 9],
    ])
  })
})

test.each([
  // Each by the day at which it stands in the log, and the day on which it says that it ended.
  ['as they were made', '1:1 5:5', '1:1 5:5'],
  ['found in any order', '5:5 9:9 1:1', '1:1 5:5 9:9'],
  ['one of a clock that was ahead is no later than the next', '1:1 2:90 3:3', '1:1 2:3 3:3'],
  ['nor are several', '1:80 2:90 3:3', '1:3 2:3 3:3'],
  ['the last is taken at its word', '1:1 2:90', '1:1 2:90'],
])('the bases of a line follow each other: %s', (_, found, expected) => {
  const bases = found.split(' ').map((one) => {
    const [day = 0, said = 0] = one.split(':').map(Number)
    return { ...base(`${day}`, day), endedAt: said * DAY }
  })
  const ordered = inOrder(bases)
  expect(ordered.map(({ id, endedAt }) => `${id}:${endedAt / DAY}`).join(' ')).toBe(expected)
  // Of those that ended at the same moment, the last in the log leads there.
  expect(baseForMoment([line('a', 99, ...ordered)], null)?.base).toBe(ordered.at(-1))
})

describe('of what is older than the kept time', () => {
  const a = line('a', 20, base('a1', 1), base('a5', 5), base('a9', 9), base('a15', 15))
  const bad = line('a', 20, base('a1', 1), base('a5', 5, true), base('a15', 15))
  const old = line('old', 4, base('o2', 2), base('o3', 3))
  const once = line('once', 0, base('p6', 6))
  test.each([
    // kept since, lines, being written, gone lines, gone bases, the log before, files gone before
    ['nothing goes at first', 1, [a], 'a', [], [], { a: 100 }, 1],
    ['the last base before it stays', 8, [a], 'a', [], ['a1'], { a: 500 }, 5],
    ['one that ended just then does', 9, [a], 'a', [], ['a1', 'a5'], { a: 900 }, 9],
    ['one with faults leads nowhere', 8, [bad], 'a', [], [], { a: 100 }, 1],
    ['a line that has ended goes as a whole', 8, [old, a], 'a', ['old'], ['a1'], { a: 500 }, 5],
    ['a line that reaches into it stays', 3.5, [old, a], 'a', [], ['o2'], { old: 300, a: 100 }, 1],
    ['a single backup goes', 10, [once, a], 'a', ['once'], ['a1', 'a5'], { a: 900 }, 9],
    ['the newest sound base stays at any age', 100, [once], null, [], [], { once: 600 }, 6],
    ['the line that is written stays', 100, [line('w', 0), once], 'w', [], [], { once: 600 }, 6],
  ])('%s', (_, since, lines, writing, goneLines, goneBases, logBefore, filesBefore) => {
    // So early that none is older than eight days.
    const now = 8 * DAY
    const gone = outdated(lines, { now, keepMs: now - since * DAY, writing })
    expect(gone.lines).toEqual(goneLines)
    expect(gone.bases.map((one) => one.base)).toEqual(goneBases)
    expect(Object.fromEntries(gone.logBefore.map((one) => [one.line, Number(one.lsn)]))).toEqual(logBefore)
    expect(gone.filesGoneBefore / DAY).toBe(filesBefore)
  })
})

test.each<[string, Timeline[], number]>([
  ['a day before the oldest base', [line('a', 9, base('a5', 5), base('a9', 9)), line('b', 7, base('b7', 7))], 4],
  ['the oldest of all lines counts', [line('a', 9, base('a5', 5)), line('b', 3, base('b3', 3))], 2],
  ['one with faults counts as others do', [line('a', 9, base('a3', 3, true), base('a5', 5))], 2],
  ['never where there is no base', [line('a', 9)], 0],
  ['never where a clock was ahead', [line('a', 9, base('a5', 5)), line('b', 90, base('b90', 90))], 0],
])('files that are gone are named by none: %s', (_, lines, expected) => {
  expect(filesReferencedSince(lines, 10 * DAY) / DAY).toBe(expected)
})

describe('of the bases older than eight days', () => {
  const daily = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => base(`${from + place}`, from + place))
  const left = (bases: Base[], day: number, { keepDays = 30, logTo = day } = {}) => {
    const lines = [{ ...line('a', day, ...bases), end: BigInt(logTo * 100) }]
    const gone = outdated(lines, { now: day * DAY, keepMs: keepDays * DAY, writing: 'a' })
    return bases.filter(({ id }) => !gone.bases.some((one) => one.base === id))
  }
  const idsOf = (bases: Base[]) => bases.map(({ id }) => id).join(' ')

  test.each<[string, Base[], number, string, { keepDays?: number; logTo?: number }?]>([
    ['the first of each week stays', daily(0, 40), 40.5, '10 14 21 28 33 34 35 36 37 38 39 40'],
    ['none goes before', daily(0, 8), 8.5, '0 1 2 3 4 5 6 7 8'],
    ['the first sound one of a week stays', [base('7', 7, true), ...daily(8, 17)], 17.5, '7 8 10 11 12 13 14 15 16 17'],
    [
      'one with faults goes where a sound one is before',
      [...daily(1, 13), base('14', 14, true), ...daily(15, 24)],
      24.5,
      '1 7 15 17 18 19 20 21 22 23 24',
    ],
    ['the newest sound one stays', daily(7, 9), 30, '7 9'],
    ['what is kept for less time goes as it did', daily(0, 10), 10.5, '7 8 9 10', { keepDays: 3 }],
    [
      'what the log of another does not come to stays',
      daily(7, 22),
      22.5,
      '7 11 12 13 14 15 16 17 18 19 20 21 22',
      { logTo: 10 },
    ],
  ])('%s', (_, bases, day, expected, how) => {
    expect(idsOf(left(bases, day, how))).toBe(expected)
  })

  test('day after day, every moment of the kept time is reached, and few stay', () => {
    let bases: Base[] = []
    for (let day = 1; day <= 120; day++) {
      bases = left([...bases, base(`${day}`, day, day % 11 === 0)], day + 0.5)
      const lines = [line('a', day + 0.5, ...bases)]
      const first = Math.max(1, day - 29.5)
      for (let at = first; at <= day + 0.5; at += 0.5) expect(baseForMoment(lines, at * DAY)?.base.isBad).toBe(false)
      expect(bases.length).toBeLessThanOrEqual(15)
    }
    expect(idsOf(bases)).toBe('84 91 98 105 112 113 114 115 116 117 118 119 120')
  })
})

test.each([
  ['there is none yet', null, 110, true],
  ['the last was before the last turn', 99, 110, true],
  ['the last was after it', 101, 110, false],
  ['the next turn has come', 101, 210, true],
  ['the next turn is yet to come', 101, 199, false],
  ['the last is of a time that is yet to come', 250, 210, true],
  ['the last has just been made', 210, 210, false],
])('a base is due: %s', (_, last, now, expected) => {
  expect(isDue(last, [100, 200], now)).toBe(expected)
})
