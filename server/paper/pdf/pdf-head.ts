// The part above the lines: sender, document type, and the recipient in the place of a window envelope.
import { isToBePaid, ownCurrencyOf, type Paper } from '#paper/paper'
import { addressLines, dayText, decimalText } from './pdf-format.ts'
import type { Picture } from './pdf-images.ts'
import { colours, LEADING, LEFT, put, putLines, RIGHT, type Sheet, TOP, widthOf, wrap } from './pdf-sheet.ts'
import { artifact, within } from './pdf-structure.ts'
import type { Words } from './pdf-words.ts'

/** Where the address begins: in the window at the right of a Swedish C5 envelope. */
const ADDRESS_X = 318
const ADDRESS_Y = 128
const LOGO = { width: 190, height: 54 } as const
const NAME_SIZES = [14, 11.5, 9.6] as const
const MAX_NAME_LINES = 2
const nameStyle = (size: number) => ({ size, weight: 'bold' }) as const
const FACTS_WIDTH = ADDRESS_X - LEFT - 24
const LABEL = { size: 7.6, colour: colours.quiet } as const
const BODY = { size: 8.8 } as const
const ADDRESS = { size: 9.6 } as const

export const titleOf = (paper: Paper, words: Words): string =>
  `${words[paper.kind]} ${paper.isDraft ? words.draft.toLowerCase() : paper.number}`

/** The head of the first page; returns where the lines may start. */
export const putHead = (sheet: Sheet, paper: Paper, words: Words, logo: Picture | null): number =>
  putHeadOf(sheet, paper, words, { title: words[paper.kind], facts: factsOf(paper, words), logo })

type Head = { title: string; facts: readonly Fact[]; logo: Picture | null }

/** The same with another title and other facts, for reminders and the like. */
export const putHeadOf = (sheet: Sheet, paper: Paper, words: Words, { title, facts: all, logo }: Head): number => {
  const below = putSender(sheet, paper, logo)
  // A long title is set in a smaller size to fit on its line.
  const style = { size: 20, weight: 'bold' } as const
  const size = Math.min(style.size, (style.size * (RIGHT - ADDRESS_X)) / widthOf(sheet, title, style))
  put(sheet, title, ADDRESS_X, TOP - 3, { ...style, size, as: 'title' })
  const top = Math.max(ADDRESS_Y, below + 18)
  const facts = putFacts(sheet, all, top)
  const address = putBuyer(sheet, paper, words, top)
  return Math.max(facts, address, 262) + 20
}

/** Where later pages begin, below their head. */
export const LATER_TOP = TOP + 30

/** The line at the top of later pages, which repeats the main facts; returns where the content may start. */
export const putLaterHead = (sheet: Sheet, paper: Paper, words: Words): number => {
  artifact(sheet, 'Pagination', () => drawLaterHead(sheet, paper, words))
  return LATER_TOP
}

const drawLaterHead = (sheet: Sheet, paper: Paper, words: Words): void => {
  const title = titleOf(paper, words)
  const room = RIGHT - LEFT - 150 - widthOf(sheet, title, { size: 8.6, weight: 'bold' })
  const [name = ''] = wrap(sheet, paper.seller.name, room, { size: 8.6 })
  put(sheet, title, LEFT, TOP, { size: 8.6, weight: 'bold' })
  put(sheet, name, LEFT + widthOf(sheet, `${title}   `, { size: 8.6, weight: 'bold' }), TOP, {
    size: 8.6,
    colour: colours.quiet,
  })
}

const putSender = (sheet: Sheet, { seller }: Paper, logo: Picture | null): number => {
  if (logo) {
    const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
    logo.put(sheet, LEFT, TOP, { width: logo.width * scale, height: logo.height * scale, alt: seller.name })
    return TOP + logo.height * scale
  }
  // A long name is written smaller.
  const lines = NAME_SIZES.map((size) => ({ size, lines: wrap(sheet, seller.name, FACTS_WIDTH, nameStyle(size)) }))
  const shown = lines.find((one) => one.lines.length <= MAX_NAME_LINES) ?? lines.at(-1)
  return putLines(sheet, shown?.lines ?? [], LEFT, TOP, nameStyle(shown?.size ?? 0))
}

type Fact = [label: string, value: string | null]

const factsOf = (paper: Paper, words: Words): Fact[] => {
  const { language, references, buyer, kind, credits, currency } = paper
  const isCredit = kind === 'creditNote'
  const own = ownCurrencyOf(paper)
  const rate = `1 ${currency} = ${decimalText(paper.currencyRate, language)} ${own}`
  return [
    [words.numberOf[kind], paper.isDraft ? words.draft : paper.number],
    [isCredit ? words.creditDate : words.date, dayText(paper.date, language)],
    [words.credits, credits && words.creditsOf(credits.number, dayText(credits.date, language))],
    [words.deliveryDate, paper.deliveryDate ? dayText(paper.deliveryDate, language) : null],
    [words.dueDate, isToBePaid(paper) ? dayText(paper.dueDate, language) : null],
    [words.paymentTerms, isToBePaid(paper) ? paper.paymentTerms : null],
    [words.customerNumber, buyer.customerNumber],
    [words.buyerReference, references.buyer],
    [words.orderNumber, references.orderNumber],
    [words.project, references.project],
    [words.contract, references.contract],
    [words.currencyRate, currency === own ? null : rate],
  ]
}

const putFacts = (sheet: Sheet, facts: readonly Fact[], from: number): number => {
  const shown = facts.filter((fact): fact is [string, string] => Boolean(fact[1]?.trim()))
  const label = Math.max(...shown.map(([text]) => widthOf(sheet, text, LABEL))) + 14
  let y = from
  within(sheet, 'L', () => {
    for (const [name, value] of shown) {
      within(sheet, 'LI', () => {
        put(sheet, name, LEFT, y + 1.1, { ...LABEL, as: 'label' })
        const lines = wrap(sheet, value, FACTS_WIDTH - label, BODY)
        y = putLines(sheet, lines, LEFT + label, y, { ...BODY, as: 'value' }) + 2.2
      })
    }
  })
  return y
}

const putBuyer = (sheet: Sheet, paper: Paper, words: Words, from: number): number => {
  const { buyer, language, deliveryAddress, seller } = paper
  const room = RIGHT - ADDRESS_X
  const home = seller.address?.country
  const lines = (texts: readonly string[], style: { size: number }) =>
    texts.flatMap((text) => wrap(sheet, text, room, style))
  let y = putLines(sheet, wrap(sheet, buyer.name, room, { ...ADDRESS, weight: 'bold' }), ADDRESS_X, from, {
    ...ADDRESS,
    weight: 'bold',
  })
  y = putLines(sheet, lines(addressLines(buyer.address, language, home), ADDRESS), ADDRESS_X, y, ADDRESS)
  const small = { size: 8, colour: colours.quiet }
  const numbers = [
    buyer.isCompany && buyer.organizationNumber ? `${words.organizationNumber} ${buyer.organizationNumber}` : '',
    buyer.vatNumber ? `${words.vatNumber} ${buyer.vatNumber}` : '',
    [buyer.contact?.name, buyer.contact?.email, buyer.contact?.phone].filter(Boolean).join(', '),
  ].filter(Boolean)
  y = putLines(sheet, lines(numbers, small), ADDRESS_X, y + 6, small)
  if (!deliveryAddress) return y
  put(sheet, words.delivery, ADDRESS_X, y + 8, { ...LABEL, as: 'heading' })
  const delivery = lines(addressLines(deliveryAddress, language, home), { size: 8.4 })
  return putLines(sheet, delivery, ADDRESS_X, y + 8 + LABEL.size * LEADING, { size: 8.4 })
}
