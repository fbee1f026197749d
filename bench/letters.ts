// Scripts with contextual letter shapes: the time to create the PDF of a draft with the most such letters allowed, all
// words different and without blanks, and how long another company waits for its reads meanwhile.
import { Agent } from 'node:http'
import { dayOf } from '#platform/day'
import { requester } from './requests.ts'
import { type Company, makeCompanies, type Service, startService } from './service.ts'
import { printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** The most letters of other scripts that a document may have. */
const LINES = 20
const LINE_LETTERS = 2000
/** Longest time for one document, in seconds: a third of the limit. */
const AIM_SECONDS = 15
/** Most letters in a word. */
const WORD_LETTERS = 12

/** The letters of a script, some followed by combining signs. */
type Script = { name: string; letters: readonly [number, number]; signs: readonly [number, number] | null }

const scripts: readonly Script[] = [
  { name: 'Latin', letters: [0x61, 0x7a], signs: null },
  { name: 'Devanagari', letters: [0x915, 0x939], signs: [0x93e, 0x94d] },
  { name: 'Arabic', letters: [0x628, 0x64a], signs: [0x64b, 0x652] },
  { name: 'Hebrew', letters: [0x5d0, 0x5ea], signs: [0x5b0, 0x5bc] },
  { name: 'Thai', letters: [0xe01, 0xe2e], signs: [0xe34, 0xe3a] },
  { name: 'Ethiopic', letters: [0x1200, 0x1245], signs: null },
  { name: 'Korean', letters: [0xac00, 0xd7a3], signs: null },
  { name: 'Chinese', letters: [0x4e00, 0x9fa5], signs: null },
]

type Drawn = { script: string; hasBlanks: boolean; seconds: number; waits: number[] }

export const measureLetters = async (workshop: Workshop): Promise<Verdict[]> => {
  tell('Letters: starting the service')
  const service = await startService(workshop, 'letters')
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  const day = dayOf(new Date())
  const [seller, other] = (await makeCompanies(service, 2, [Number(day.slice(0, 4))])) as [Company, Company]
  const drawn: Drawn[] = []
  for (const script of scripts) {
    for (const hasBlanks of [true, false]) {
      tell(`Letters: ${script.name}${hasBlanks ? '' : ', without blanks'}`)
      const lines = Array.from({ length: LINES }, () => textOf(script, hasBlanks))
      drawn.push({ script: script.name, hasBlanks, ...(await draw({ service, agent, day }, { seller, other }, lines)) })
    }
  }
  printTable(`Letters: a draft of ${LINES * LINE_LETTERS}, in seconds; reads of another company, in milliseconds`, [
    ['script', 'seconds', 'reads'],
    ...drawn.map(({ script, hasBlanks, seconds, waits }) => [
      `${script}${hasBlanks ? '' : ', without blanks'}`,
      seconds.toFixed(1),
      textOfSpread(waits, 1),
    ]),
  ])
  const slowest = Math.max(...drawn.map(({ seconds }) => seconds))
  const took = `${slowest.toFixed(1)} seconds (at most ${AIM_SECONDS})`
  const sentence = `as many letters as a document may have are drawn in ${took}`
  return [{ passed: slowest <= AIM_SECONDS, sentence }]
}

/** A deterministic pseudo-random sequence. */
let seed = 1
const chance = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed % most
}

const oneOf = ([first, last]: readonly [number, number]): string =>
  String.fromCodePoint(first + chance(last - first + 1))

const textOf = ({ letters, signs }: Script, hasBlanks: boolean): string => {
  let text = ''
  let word = 0
  while (text.length < LINE_LETTERS) {
    text += oneOf(letters) + (signs && chance(2) === 0 ? oneOf(signs) : '')
    word += 1
    if (hasBlanks && chance(WORD_LETTERS) < word) {
      text += ' '
      word = 0
    }
  }
  return text.slice(0, LINE_LETTERS)
}

type Bench = { service: Service; agent: Agent; day: string }

const draw = async (
  { service, agent, day }: Bench,
  { seller, other }: { seller: Company; other: Company },
  lines: readonly string[],
): Promise<Pick<Drawn, 'seconds' | 'waits'>> => {
  const asSeller = requester(`${service.origin}${seller.path}`, { token: seller.token, agent })
  const asOther = requester(`${service.origin}${other.path}`, { token: other.token, agent })
  const customer = await asSeller('POST', '/customers', { name: 'Kunden AB', type: 'company' })
  const { id } = await asSeller('POST', '/invoices', {
    customerRef: { id: customer.id },
    invoiceDate: day,
    lineItems: lines.map((description) => ({
      description,
      itemType: 'salesItem',
      productType: 'services',
      unitPrice: 100,
      taxRate: 25,
    })),
  })
  const started = performance.now()
  let isDrawn = false
  const drawing = fetch(`${service.origin}${seller.path}/invoices/${id}/preview`, {
    headers: { authorization: `Bearer ${seller.token}` },
  }).then(async (answer) => {
    await answer.arrayBuffer()
    isDrawn = true
    if (answer.status !== 200) throw new Error(`A preview was answered with ${answer.status}`)
    return (performance.now() - started) / 1000
  })
  const waits: number[] = []
  while (!isDrawn) {
    const asked = performance.now()
    await asOther('GET', '/chart-of-accounts/1930')
    waits.push(performance.now() - asked)
  }
  return { seconds: await drawing, waits }
}
