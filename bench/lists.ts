// Reading: the same requests of one client on large books and on small ones, each on a separate server.
import { ask, compare, makeBooks, type Question, REQUESTS_IN_A_ROW, verify } from './books.ts'
import { type Measure, median, printTable, textOfSpread, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Aim: the largest ratio of a request's time on large books to that on small ones. */
const AIM_RATIO = 1.5
/** Requests per second of a round. */
const REQUESTS_PER_SECOND = 200
/** A page deep in the list, that the small books also have. */
const FAR_PAGE = 1000
const FAR_PAGE_SIZE = 10
const PAGE_SIZE = 25
/** The depth of the cursor, as a fraction of the list. */
const CURSOR_DEPTH = 0.9
const ACCOUNT = 1930

const questions: readonly Question[] = [
  { name: 'page 1', pathFor: async () => '/journal-entries', items: PAGE_SIZE },
  {
    name: `page ${FAR_PAGE} (of ${FAR_PAGE_SIZE} entries)`,
    pathFor: async () => `/journal-entries?page=${FAR_PAGE}&pageSize=${FAR_PAGE_SIZE}`,
    items: FAR_PAGE_SIZE,
  },
  {
    name: `cursor page, ${CURSOR_DEPTH * 100} % down the list`,
    pathFor: async (books) => {
      const page = Math.floor((books.entries * CURSOR_DEPTH) / PAGE_SIZE)
      const { next } = await ask(books, `/journal-entries?page=${page}`)
      return `/journal-entries${next}`
    },
    items: PAGE_SIZE,
  },
  { name: `balance of account ${ACCOUNT}`, pathFor: async () => `/chart-of-accounts/${ACCOUNT}`, items: null },
]

export const measureLists = async (
  workshop: Workshop,
  { rounds, seconds }: Measure,
  sizes: { small: number; large: number },
): Promise<Verdict[]> => {
  const small = await makeBooks(workshop, 'small', sizes.small)
  const large = await makeBooks(workshop, 'large', sizes.large)
  await verify(small)
  const count = Math.ceil((REQUESTS_PER_SECOND * seconds) / REQUESTS_IN_A_ROW) * REQUESTS_IN_A_ROW
  const head = ['', `${sizes.small} entries, ms`, `${sizes.large} entries, ms`, 'ratio']
  const lines: string[][] = []
  const verdicts: Verdict[] = []
  for (const question of questions) {
    tell(`Lists: ${question.name}`)
    const medians = await compare(question, small, large, { rounds, count })
    const ratios = medians.map(([ofSmall, ofLarge]) => ofLarge / ofSmall)
    const ofSmall = medians.map(([figure]) => figure)
    const ofLarge = medians.map(([, figure]) => figure)
    lines.push([question.name, textOfSpread(ofSmall, 2), textOfSpread(ofLarge, 2), textOfSpread(ratios, 2)])
    const ratio = median(ratios)
    const sentence = `${question.name}: ${ratio.toFixed(2)} times as long on the large books (aim: at most ${AIM_RATIO})`
    verdicts.push({ passed: ratio <= AIM_RATIO, sentence })
  }
  const title = `Reading with one client: median of ${count} requests, least/middle/most of ${rounds} rounds`
  printTable(title, [head, ...lines])
  return verdicts
}
