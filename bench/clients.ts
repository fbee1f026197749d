// The list of clients of a large agency: the time from a key press to the next paint, while 2,000 clients are filtered,
// sorted and scrolled.
import { fillAgency } from './agency-fill.ts'
import { openBrowser } from './browser.ts'
import { AIM_MS, type Gesture, perform } from './console.ts'
import { type Measure, median, printTable, shareOf, textOfSpread, type Verdict } from './statistics.ts'
import { arrive, handsOn, hire } from './story.ts'
import { tell, type Workshop } from './workshop.ts'

const SIZE = { companies: 2000, people: 12 }
/** Timeout for the browser, in milliseconds. */
const PATIENCE_MS = 120_000

const gestures: readonly Gesture[] = [
  { name: 'a row down', press: () => 'j', times: 40, enter: ['Escape', 'j'] },
  { name: 'a page down', press: () => 'PageDown', times: 20 },
  { name: 'to an end', press: (at) => (at % 2 === 0 ? 'Home' : 'End'), times: 20 },
  { name: 'ordered by something else', press: () => 'ArrowDown', times: 6, enter: ['v', 'o'] },
  { name: 'by another kind of work', press: () => 'ArrowDown', times: 12, enter: ['Escape', 'v', 'v'] },
  { name: 'by another deadline', press: () => 'ArrowDown', times: 4, enter: ['Home', 'Escape', 'v', 'd'] },
  { name: 'types in the search', press: (at) => 'kunden'.charAt(at % 6), times: 12, enter: ['Home', 'Escape', '/'] },
]

export const measureClients = async (workshop: Workshop, { rounds }: Measure): Promise<Verdict[]> => {
  tell(`Clients: making ${SIZE.companies} companies`)
  const practice = await fillAgency(workshop, SIZE)
  const password = await hire(practice)
  const page = await openBrowser(workshop)
  page.setDefaultTimeout(PATIENCE_MS)
  const { seconds } = await arrive(handsOn(page), practice, password)
  const found = new Map<string, number[]>()
  for (let round = 1; round <= rounds; round++) {
    tell(`Clients, round ${round} of ${rounds}`)
    await page.goto(`${practice.service.origin}/clients`)
    await page.getByText(`${SIZE.companies} klienter`, { exact: true }).waitFor()
    for (const gesture of gestures) {
      const took = await perform(page, gesture)
      took.sort((one, other) => one - other)
      found.set(gesture.name, [...(found.get(gesture.name) ?? []), shareOf(took, 0.98)])
    }
  }
  printTable(
    `Interaction to next paint with ${SIZE.companies} clients, ms: 98th of 100, least/middle/most of ${rounds} rounds`,
    [
      ['login until all are counted, s', median([...seconds]).toFixed(1)],
      ...[...found].map(([name, all]) => [name, textOfSpread(all, 0)]),
    ],
  )
  const most = Math.max(...[...found.values()].map(median))
  const sentence = `Clients found and ordered among ${SIZE.companies}: ${most.toFixed(0)} ms (aim: at most ${AIM_MS})`
  return [{ passed: most <= AIM_MS, sentence }]
}
