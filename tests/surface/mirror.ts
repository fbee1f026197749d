// A client that mirrors a company: it notes where the feed stands, reads all lists, and then follows.
import { expect } from 'vitest'
import { placeholdersOf } from '#http'
import { resources } from '#platform/event-kinds'
import { rows } from '#programs/app'
import { type Answer, nextCursorOf, request } from '#support/service'

/** Whom it mirrors, and as whom it reads. */
type Mirrored = { base: string; companyId: string; headers: Record<string, string> }

type Body = Readonly<Record<string, unknown>>
/** Each resource by its path below the version. */
export type Mirror = { at: number; things: Map<string, Body>; seen: number[] }

const reads = new Map(rows.filter(({ method }) => method === 'GET').map((row) => [row.path, row]))

/** The path of one of each resource that is told, the parents before what is part of them. */
export const told: readonly string[] = Object.values(resources)
  .flatMap((resource) => ('at' in resource ? [resource.at] : []))
  .filter((path, place, all) => !isReckoned(path) && all.indexOf(path) === place)
  .toSorted((one, two) => placeholdersOf(one).length - placeholdersOf(two).length)

/**
 * Opening balances also depend on bookings of the previous year, whose events are those of entries. The files of a
 * company are counted as they come and go; events tell when they come near to the limit. Each year begins with a
 * budget, forms, texts and inputs of its own, of which events tell what is entered; the rest of the forms follows the
 * books. Each bank account begins without columns of its statements, and its months follow from them and the books.
 */
function isReckoned(path: string): boolean {
  const ofYears = ['/opening-balances', '/tax-forms', '/annual-report/text', '/proposal-inputs', '/budget']
  const endings = [...ofYears, '/storage', '/statement-columns', '/reconciliations', '/reconciliations/{month}']
  return endings.some((ending) => path.endsWith(ending))
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Whether it is one of a list, and not the only one of its kind. */
export const isListed = (path: string): boolean => path.endsWith('}') && reads.has(parentOf(path))

const ask = async ({ base, headers }: Mirrored, path: string): Promise<Answer> => {
  const answer = await request(`${base}${path}`, { headers })
  expect([200, 404], `${path} ${answer.text}`).toContain(answer.status)
  return answer
}

/** All of a list, page by page; nothing where what it is a part of is there no more. */
const listOf = async (of: Mirrored, path: string, template: string): Promise<Body[]> => {
  const query = reads.get(template)?.query as { properties?: object } | undefined
  const items: Body[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = 'cursor' in (query?.properties ?? {}) ? `?${new URLSearchParams({ pageSize: '100', cursor })}` : ''
    const answer = await ask(of, `${path}${page}`)
    if (answer.status === 404) return items
    items.push(...(Array.isArray(answer.body) ? answer.body : answer.body.items))
    cursor = nextCursorOf(answer) || null
  }
  return items
}

/** What the lists of the API show, and beside them what is alone of its kind. */
export const readLists = async (of: Mirrored): Promise<Map<string, Body>> => {
  const found = new Map<string, Body>()
  const byTemplate = new Map<string, string[]>([['/companies/{companyId}', [`/companies/${of.companyId}`]]])
  for (const template of told) {
    const list = parentOf(template)
    const owner = list.slice(0, list.lastIndexOf('}') + 1)
    const paths: string[] = []
    for (const above of byTemplate.get(owner) ?? []) {
      if (!isListed(template)) {
        const path = `${above}${template.slice(owner.length)}`
        found.set(path, (await ask(of, path)).body)
        continue
      }
      const path = `${above}${list.slice(owner.length)}`
      for (const item of await listOf(of, path, list)) {
        paths.push(`${path}/${item.id ?? item.account}`)
        found.set(`${path}/${item.id ?? item.account}`, item)
      }
    }
    byTemplate.set(template, paths)
  }
  return found
}

type Told = { number: number; kind: string; resource: { path: string }; current: Body | null }
type Page = { items: Told[]; after: number }

/** Begins from nothing. */
export const beginMirror = async (of: Mirrored): Promise<Mirror> => {
  const { after } = (await ask(of, `/companies/${of.companyId}/events?after=latest`)).body
  return { at: after, things: await readLists(of), seen: [] }
}

/** Reads on; answers whether there was anything. */
export const follow = async (of: Mirrored, mirror: Mirror, query = ''): Promise<boolean> => {
  const answer = await ask(of, `/companies/${of.companyId}/events?after=${mirror.at}&limit=500${query}`)
  const { items, after }: Page = answer.body
  for (const { number, kind, resource, current } of items) {
    mirror.seen.push(number)
    if (isReckoned(resource.path)) continue
    if (current) mirror.things.set(resource.path, plain(current))
    else forget(mirror, resource.path)
    if (kind === 'fiscal-year.removed') await forgetRemoved(of, mirror)
  }
  const isNews = after !== mirror.at
  mirror.at = after
  return isNews
}

/** A fiscal year is answered within an object of its own. */
const plain = (current: Body): Body => (current.fiscalYear as Body | undefined) ?? current

/** What is part of something goes with it. */
const forget = ({ things }: Mirror, gone: string): void => {
  for (const path of things.keys()) if (path === gone || path.startsWith(`${gone}/`)) things.delete(path)
}

/** What goes with a removed fiscal year, which has no events of its own. */
const goesWithYears: readonly (string | undefined)[] = [
  'accruals',
  'bank-payments',
  'bank-statements',
  'credit-notes',
  'currency-revaluations',
  'fixed-assets',
  'invoices',
  'journal-entries',
  'margins',
  'reminders',
  'supplier-invoices',
  'tax-account',
  'uploads',
  'vat-returns',
]

/** A client that is told that a year was removed reads those lists again, and drops what is not in them. */
const forgetRemoved = async (of: Mirrored, { things }: Mirror): Promise<void> => {
  const lists = await readLists(of)
  const mayGo = (path: string) => goesWithYears.includes(path.split('/')[3])
  for (const path of things.keys()) if (mayGo(path) && !lists.has(path)) things.delete(path)
}

/** How a mirror differs from the lists: a line for each property, with its resource. */
export const differences = ({ things }: Mirror, lists: ReadonlyMap<string, Body>): string[] => [
  ...[...lists].flatMap(([path, shown]) =>
    differing(path, ofCustomer(path, named(things.get(path), things), things), shown),
  ),
  ...[...things.keys()].flatMap((path) => (lists.has(path) ? [] : [`${path} is there no more`])),
]

type NamedTag = { tagId: string; tagGroupId: string; tagName: string; tagGroupName: string }

/** Entries show the names of their tags, which are told by the tags alone: a mirror has them from its tag groups. */
const named = (own: Body | undefined, things: Mirror['things']): Body | undefined => {
  if (!own) return own
  const of = (tags: unknown): NamedTag[] =>
    (tags as NamedTag[]).map((tag) => {
      const [, group] = [...things].find(([path]) => path.endsWith(`/tag-groups/${tag.tagGroupId}`)) ?? []
      const tagName = (group?.tags as Body[] | undefined)?.find(({ id }) => id === tag.tagId)?.name
      return { ...tag, tagName: String(tagName), tagGroupName: String(group?.name) }
    })
  const { tags, items } = own
  const isTagged = Array.isArray(tags) && tags.every((tag) => Object.hasOwn(tag, 'tagGroupId'))
  const tagged = isTagged ? { ...own, tags: of(tags) } : own
  if (!(isTagged && Array.isArray(items))) return tagged
  return { ...tagged, items: items.map((item) => ({ ...item, tags: of(item.tags) })) }
}

/** A recurring invoice shows its customer's name, and only the customer gets an event; none if it was removed. */
const ofCustomer = (path: string, own: Body | undefined, things: Mirror['things']): Body | undefined => {
  if (!own || !path.includes('/recurring-invoices/') || !own.customerRef) return own
  const { id } = own.customerRef as { id: string }
  const customer = things.get(path.replace(/\/recurring-invoices\/.*$/, `/customers/${id}`))
  return { ...own, customerRef: { id, name: customer?.name ?? '' } }
}

/**
 * The next number of an invoice follows from the invoices, proposals from all that is booked, and whether a revaluation
 * stands from its entries: all of these are told.
 */
const FOLLOWS = ['nextInvoiceNumber', 'proposals', 'isStanding']

/** Lists say less of some resources than these say of themselves. */
const differing = (path: string, own: Body | undefined, shown: Body): string[] => {
  if (!own) return [`${path} is unknown`]
  const text = (value: unknown) => JSON.stringify(value) ?? 'nothing'
  return Object.keys({ ...shown, ...(isWhole(path) ? own : {}) })
    .filter((name) => !FOLLOWS.includes(name))
    .filter((name) => text(own[name]) !== text(shown[name]))
    .map((name) => `${path} ${name}: ${text(own[name])} and not ${text(shown[name])}`)
}

/** The chart of accounts leaves balances to the single account: these change with each entry, which is told. */
const isWhole = (path: string): boolean => !path.includes('/chart-of-accounts/')
