// Watches a company from outside: a mirror of what its events show, read on from the last kept position, numbers that
// must follow each other, and lists that must show the same.
import { isDeepStrictEqual } from 'node:util'
import type { Courier } from './courier.ts'
import {
  compare,
  type Finding,
  isKnownType,
  type Mirror,
  type Model,
  newMirror,
  type Shown,
  strangerIn,
  wrongInSeries,
} from './model.ts'
import type { Company } from './stories.ts'

type Event = { number: number; kind: string; resource: { type: string; id: string }; current: Shown | null }
type Page = { items: Event[]; after: number; hasMore: boolean }

const EVENTS_PER_PAGE = 500
const ITEMS_PER_PAGE = 100

/** The series of a company's own entries, and that of its invoices and credit notes. */
const OWN_ENTRY = /^V(\d+)$/
const numbered: Readonly<Record<string, { series: string; read: (shown: Shown) => unknown }>> = {
  'journal-entry.booked': {
    series: 'entries',
    read: ({ journalEntryNumber }) => OWN_ENTRY.exec(String(journalEntryNumber))?.[1],
  },
  'invoice.published': { series: 'invoices', read: ({ invoiceNumber }) => invoiceNumber },
  'credit-note.published': { series: 'invoices', read: ({ invoiceNumber }) => invoiceNumber },
}

/** Lists that show the same as events do, by the type of their events. */
const lists: Readonly<Record<string, string>> = {
  customer: '/customers',
  'journal-entry': '/journal-entries',
  invoice: '/invoices',
  'credit-note': '/credit-notes',
  upload: '/uploads',
}

/** What has no events, and is compared with its list alone; people read tokens, programs their webhooks. */
const listsApart = [
  { type: 'token', path: '/tokens', as: 'owner' },
  { type: 'webhook', path: '/webhooks', as: 'token' },
] as const

export type Watch = {
  /** Reads on in the events; what is wrong with them and with the numbers that they show. */
  readOn: () => Promise<Finding[]>
  /** Compares all lists with the events and with the model. */
  readLists: () => Promise<Finding[]>
  mirror: Mirror
  /** The numbers of all events that were read. */
  heard: ReadonlySet<number>
}

export const watchOf = ({ token, owner }: Company, model: Model, courier: Courier): Watch => {
  const mirror = newMirror()
  const heard = new Set<number>()
  const tops = new Map<string, number>()
  let after = 0

  const apply = ({ number, kind, resource: { type, id }, current }: Event, numbers: Map<string, number[]>) => {
    heard.add(number)
    mirror.set(type, id, current)
    const { series, read } = numbered[kind] ?? {}
    const given = Number((current && read?.(current)) ?? Number.NaN)
    if (series && !Number.isNaN(given)) numbers.set(series, [...(numbers.get(series) ?? []), given])
    return current && isKnownType(type) ? strangerIn(model, token.id, type, current) : null
  }

  const readOn = async (): Promise<Finding[]> => {
    const findings: Finding[] = []
    const numbers = new Map<string, number[]>()
    for (let hasMore = true; hasMore; ) {
      const path = `/events?limit=${EVENTS_PER_PAGE}${after === 0 ? '' : `&after=${after}`}`
      const answer = await courier.ask({ tenant: token, method: 'GET', path })
      const page = answer?.body as Page | undefined
      if (!page?.items) return [{ fault: 'answer', sentence: `events of ${token.id}: ${answer?.text}`, history: [] }]
      for (const event of page.items) {
        if (event.number <= after) findings.push(outOfOrder(token.id, event, after))
        after = event.number
        findings.push(...[apply(event, numbers)].filter((one) => one !== null))
      }
      after = page.after
      hasMore = page.hasMore
    }
    for (const [series, given] of numbers) {
      findings.push(...wrongInSeries(`${series} of ${token.id}`, tops.get(series) ?? 0, given))
      tops.set(series, Math.max(tops.get(series) ?? 0, ...given))
    }
    return findings
  }

  const readList = async (path: string, as: 'owner' | 'token'): Promise<Shown[]> => {
    const items: Shown[] = []
    const tenant = as === 'owner' ? owner : token
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query = new URLSearchParams({ pageSize: String(ITEMS_PER_PAGE), cursor })
      const answer = await courier.ask({ tenant, method: 'GET', path: `${path}?${query}` })
      items.push(...((answer?.body.items ?? []) as Shown[]))
      cursor = answer?.body.nextCursor as string | undefined
    }
    return items
  }

  const readLists = async (): Promise<Finding[]> => {
    const findings: Finding[] = []
    for (const [type, path] of Object.entries(lists)) {
      const shown = new Map((await readList(path, 'token')).map((one) => [String(one.id), one]))
      findings.push(...differences(`${path} of ${token.id}`, shown, mirror, type))
    }
    findings.push(...withoutDocument(token.id, mirror))
    for (const { type, path, as } of listsApart) {
      const known = new Set(mirror.ofType(type).map(({ id }) => id))
      for (const one of await readList(path, as)) {
        known.delete(String(one.id))
        mirror.set(type, String(one.id), one)
      }
      for (const id of known) mirror.set(type, id, null)
    }
    const own = [...model.things()].filter(({ company }) => company === token.id)
    return [...findings, ...compare(own, mirror)]
  }
  return { readOn, readLists, mirror, heard }
}

const outOfOrder = (company: string, { number, kind }: Event, after: number): Finding => ({
  fault: 'promise',
  sentence: `event ${number} (${kind}) of ${company} comes after ${after}`,
  history: [],
})

/** What a list shows otherwise than the events have it. */
const differences = (name: string, shown: ReadonlyMap<string, Shown>, mirror: Mirror, type: string): Finding[] => {
  const say = (sentence: string): Finding => ({ fault: 'promise', sentence: `${name}: ${sentence}`, history: [] })
  const findings: Finding[] = []
  const inEvents = new Map(mirror.ofType(type).map((one) => [one.id, one.shown]))
  for (const [id, one] of shown) {
    const heard = inEvents.get(id)
    if (!heard) findings.push(say(`${id} is in the list and has no event`))
    else if (!isDeepStrictEqual(heard, one)) {
      findings.push(say(`${id} is ${JSON.stringify(one)} and by its events ${JSON.stringify(heard)}`))
    }
  }
  for (const id of inEvents.keys()) if (!shown.has(id)) findings.push(say(`${id} has events and is not in the list`))
  return findings
}

/** Entries that the service made for documents: each belongs to one, and each document that is booked has its own. */
const withoutDocument = (company: string, mirror: Mirror): Finding[] => {
  const documents = ['invoice', 'credit-note', 'invoice-payment'].flatMap((type) => mirror.ofType(type))
  const named = documents.map(({ shown }) => (shown.journalEntryRef as Shown | null)?.id).filter(Boolean)
  const entries = new Set(mirror.ofType('journal-entry').map(({ id }) => id))
  const made = mirror.ofType('journal-entry').filter(({ shown }) => !/^w\d+-\d+-\d+$/.test(String(shown.title)))
  const owned = new Set(named)
  const say = (fault: Finding['fault'], sentence: string): Finding => ({ fault, sentence, history: [] })
  return [
    ...made.filter(({ id }) => !owned.has(id)).map(({ shown }) => say('doubled', `${shown.title}: no document has it`)),
    ...named
      .filter((id) => !entries.has(String(id)))
      .map((id) => say('lost', `entry ${id} of a document in ${company}`)),
  ]
}
