// Invalid input is never a bug: every JSON body of the API, with every part of it replaced by hostile values.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#programs/app'
import { EVERY_MS, every } from '#support/every'
import { placesIn, replaced, valueAt } from '#support/reading/places'
import { type Service, startService } from '#support/service'
import { bearer, type Caller, credentialsFor, newCaller, type Sample, sampleOf, send } from './world.ts'

let service: Service
let company: Caller
beforeAll(async () => {
  service = await startService()
  company = await newCaller(service)
})
afterAll(() => service.close())

/** How many requests are under way at once. */
const ABREAST = 8

/** JSON texts that stand in place of a value. */
const hostile: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '0.25',
  '1e15',
  '-1e-7',
  '9007199254740991',
  '""',
  '" "',
  '"x"',
  '"0"',
  '"2026-02-30"',
  '"0001-01-01"',
  '"9999-12-31"',
  '"\u202Etxet"',
  '"\\u0000"',
  `"${'å'.repeat(5_000)}"`,
  '[]',
  '[null]',
  `[${'{},'.repeat(400)}{}]`,
  '{}',
  '{"toString": 1}',
  '{"constructor": {"x": 1}, "hasOwnProperty": null}',
  '{"id": {"id": "x"}, "length": -1}',
  '{"id": {"toString": 1}}',
]

/** What is not to be made a text or a number of: sent everywhere, since a rule may be asked before a schema. */
const unmade: readonly string[] = ['{"toString": 1}', '{"id": {"toString": 1}}']

type Kind = 'text' | 'number' | 'other'
const kindOf = (value: unknown): Kind =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'other'

/** Texts of another kind than the value's are refused by its schema all alike: so many are passed over for one sent. */
const PASSED_OVER = 3

/** What is sent in a place: all that is of the kind of its value, some always, and in turn some of what is not. */
const hostileTo = (value: unknown, turn: number): string[] =>
  hostile.filter((text, at) => {
    const parsed: unknown = JSON.parse(text)
    const isAlways = parsed === null || unmade.includes(text) || kindOf(parsed) === kindOf(value)
    return isAlways || (at + turn) % (PASSED_OVER + 1) === 0
  })

const withBody = ({ row, path, init }: Sample, body: string): Sample => ({
  row,
  path,
  init: { ...init, body, headers: { 'content-type': 'application/json' } },
})

test(
  'every row answers hostile bodies, and never with an internal error',
  () =>
    every(
      rows.filter(({ body }) => body),
      ({ operationId }) => operationId,
      async (row) => {
        let sample = await sampleOf(row, company)
        const example: unknown = JSON.parse(sample.init.body as string)
        const bodies = placesIn(example).flatMap((place, turn) =>
          hostileTo(valueAt(example, place), turn).map((text) => replaced(example, place, text)),
        )
        const mistakes: string[] = []
        while (bodies.length > 0) {
          const group = bodies.splice(0, ABREAST)
          const sent = sample
          const answers = await Promise.all(
            group.map((body) => send(service, withBody(sent, body), credentialsFor(row, company))),
          )
          for (const [index, { status, text }] of answers.entries()) {
            if (status >= 500) mistakes.push(`${group[index]?.slice(0, 200)}: ${text}`)
          }
          // What was changed may not be changed again: the next are sent to another one.
          if (answers.some(({ status }) => status < 300)) sample = await sampleOf(row, company)
        }
        if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
      },
    ),
  EVERY_MS,
)

/** Bodies near the limit of a mebibyte, of as many values, names or wrong things as fit in. */
const large: readonly [string, string][] = [
  ['items that are nothing', `{"title": "x", "items": [${'{},'.repeat(90_000)}{}]}`],
  ['items that are numbers', `{"title": "x", "items": [${'1,'.repeat(95_000)}1]}`],
  ['items with a wrong amount', `{"items": [${'{"account":"x","debit":true},'.repeat(30_000)}{}]}`],
  ['tags that are nothing', `{"tags": [${'{},'.repeat(90_000)}{}], "items": []}`],
  ['unknown names', `{${Array.from({ length: 60_000 }, (_, at) => `"n${at}":1`).join(',')}}`],
  ['as many items as may be', `{"title": "x", "items": [${'{},'.repeat(49_000)}{}]}`],
  ['as many names as may be', `{${Array.from({ length: 14_500 }, (_, at) => `"n${at}":1`).join(',')}}`],
  ['one name again and again', `{${'"items":1,'.repeat(80_000)}"items":1}`],
  ['a nest', `{"items": ${'['.repeat(30)}${'1,'.repeat(90_000)}1${']'.repeat(30)}}`],
]

/** One long text: what as many bytes take at the least. */
const plain = `{"title": "${'x'.repeat(1_000_000)}"}`
/** How many times as much work a hostile body may be: one that takes the square of its length takes a thousand. */
const MOST_TIMES = 12
const ATTEMPTS = 4

/** The processor's time that this process takes meanwhile, in milliseconds: other programs do not lengthen it. */
const workOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each(large)('%s are not much more work than one long text is', async (_, body) => {
  const headers = { ...bearer(company.token), 'content-type': 'application/json' }
  const costOf = (text: string) =>
    workOf(async () => {
      const answer = await fetch(`${company.url}/journal-entries`, { method: 'POST', headers, body: text })
      expect(answer.status).toBe(400)
    })
  const costs: { plain: number; hostile: number }[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    costs.push({ plain: await costOf(plain), hostile: await costOf(body) })
  }
  // Garbage is collected now and then: the least of several is what is due to the body.
  const least = (of: 'plain' | 'hostile') => Math.min(...costs.map((cost) => cost[of]))
  expect(least('hostile') / least('plain')).toBeLessThan(MOST_TIMES)
})
