// What must be there: every write that was acknowledged, once and with its content; one without a key whose answer was
// lost, once or not at all; and nothing else. The model compares what is shown with that, and knows no network.

/** A resource as shown: any JSON. */
export type Shown = Readonly<Record<string, unknown>>

/** Something that a writer has asked for. */
export type Thing = {
  /** By what it is known again: no two things of a run have the same mark. */
  mark: string
  company: string
  /** The type of its events. */
  type: string
  /** Known as soon as it has been shown. */
  id: string | null
  /** The part of what it shows that is known. */
  wanted: Shown
  /** Acknowledged, or seen: it must be there from then on. */
  isSure: boolean
  /** Its removal was acknowledged: it must not be there any more. */
  isGone: boolean
  /** Things that come together, or none of them. */
  group: string
  history: string[]
}

export type Fault = 'lost' | 'doubled' | 'hole' | 'content' | 'stranger' | 'half' | 'answer' | 'hang' | 'promise'

/** Something that must not be: what, of which thing, and what happened to it. */
export type Finding = { fault: Fault; sentence: string; history: readonly string[] }

/** How each type of resource is known again; null for what the service makes by itself. */
const marks: Readonly<Record<string, (shown: Shown) => string | null>> = {
  customer: ({ name }) => ownMark(name),
  'journal-entry': ({ title }) => ownMark(title),
  invoice: ({ lineItems }) => ownMark((lineItems as Shown[])[0]?.description),
  'credit-note': ({ invoiceRef }) => `credit of ${(invoiceRef as Shown).id}`,
  'invoice-payment': ({ invoiceId, sumBaseCurrency }) => `payment of ${invoiceId}, ${sumBaseCurrency}`,
  upload: ({ description }) => ownMark(String(description).replace(/\.\w+$/, '')),
  'bank-transaction': ({ bankReference }) => ownMark(bankReference),
  // A revoked token stays in the list, for reference.
  token: ({ name, revokedDateTime }) => (revokedDateTime === null ? ownMark(name) : null),
  webhook: ({ url }) => ownMark(String(url).split('/').at(-1)),
}

const OWN_MARK = /^w\d+-\d+-\d+$/
const ownMark = (text: unknown): string | null => (typeof text === 'string' && OWN_MARK.test(text) ? text : null)

/** The mark of the so-and-so-many-th thing that a writer has made in a round. */
export const markOf = (round: number, writer: number, count: number): string => `w${round}-${writer}-${count}`

const markShown = (type: string, shown: Shown): string | null => marks[type]?.(shown) ?? null

export const isKnownType = (type: string): boolean => type in marks

/** Whether what is shown has all that is wanted: objects have these members, arrays these items. */
export const fits = (shown: unknown, wanted: unknown): boolean => {
  if (wanted === null || typeof wanted !== 'object') return shown === wanted
  if (shown === null || typeof shown !== 'object') return false
  if (Array.isArray(wanted) && (!Array.isArray(shown) || shown.length !== wanted.length)) return false
  return Object.entries(wanted).every(([key, value]) => fits((shown as Shown)[key], value))
}

export type Model = ReturnType<typeof newModel>

export const newModel = () => {
  const byMark = new Map<string, Thing>()
  /** What has been touched since it was last compared. */
  const touched = new Set<Thing>()
  const bytesOf = new Map<Thing, Buffer>()
  const key = (company: string, type: string, mark: string) => `${company} ${type} ${mark}`

  return {
    /** Something that is asked for now. */
    expect(thing: Pick<Thing, 'mark' | 'company' | 'type' | 'wanted'> & { group?: string }): Thing {
      const made: Thing = {
        ...thing,
        group: thing.group ?? thing.mark,
        id: null,
        isSure: false,
        isGone: false,
        history: [],
      }
      byMark.set(key(thing.company, thing.type, thing.mark), made)
      touched.add(made)
      return made
    },
    /** It is there, for sure, and shows this from now on. */
    confirm(thing: Thing, id: string | null, wanted: Shown = {}): void {
      thing.id = id ?? thing.id
      thing.isSure = true
      thing.wanted = { ...thing.wanted, ...wanted }
      touched.add(thing)
    },
    /** It may have changed in these ways; the outcome is unknown. */
    loosen(thing: Thing, members: readonly string[]): void {
      thing.wanted = Object.fromEntries(Object.entries(thing.wanted).filter(([name]) => !members.includes(name)))
      touched.add(thing)
    },
    /** It is removed; where that is not sure, it may be there or not. */
    remove(thing: Thing, isSure: boolean): void {
      thing.isSure = false
      thing.isGone = isSure
      touched.add(thing)
    },
    /** The bytes of a file that must come back as they are. */
    keepBytes: (thing: Thing, bytes: Buffer): void => void bytesOf.set(thing, bytes),
    files: (): [Thing, Buffer][] => [...bytesOf],
    /** They were read once and were right; a digest keeps them from then on. */
    forgetBytes: (thing: Thing): void => void bytesOf.delete(thing),
    find: (company: string, type: string, mark: string): Thing | undefined => byMark.get(key(company, type, mark)),
    things: (): Iterable<Thing> => byMark.values(),
    /** What has been touched since this was asked last. */
    takeTouched(): Thing[] {
      const taken = [...touched]
      touched.clear()
      return taken
    },
    size: () => byMark.size,
  }
}

/** A copy of what is shown of a company, kept by its events: the last that was seen of each resource. */
export type Mirror = ReturnType<typeof newMirror>

export const newMirror = () => {
  const byPath = new Map<string, { type: string; id: string; shown: Shown }>()
  const byMark = new Map<string, Map<string, Shown>>()
  const pathOf = (type: string, id: string) => `${type} ${id}`
  const remove = (type: string, id: string): void => {
    const known = byPath.get(pathOf(type, id))
    const mark = known ? markShown(type, known.shown) : null
    if (mark !== null) byMark.get(`${type} ${mark}`)?.delete(id)
    byPath.delete(pathOf(type, id))
  }
  return {
    set(type: string, id: string, shown: Shown | null): void {
      remove(type, id)
      if (shown === null) return
      byPath.set(pathOf(type, id), { type, id, shown })
      const mark = markShown(type, shown)
      if (mark === null) return
      const name = `${type} ${mark}`
      byMark.set(name, (byMark.get(name) ?? new Map<string, Shown>()).set(id, shown))
    },
    get: (type: string, id: string): Shown | undefined => byPath.get(pathOf(type, id))?.shown,
    marked: (type: string, mark: string): [id: string, shown: Shown][] => [...(byMark.get(`${type} ${mark}`) ?? [])],
    all: () => byPath.values(),
    ofType: (type: string) => [...byPath.values()].filter((one) => one.type === type),
  }
}

const finding = (fault: Fault, thing: Thing, what: string): Finding => ({
  fault,
  sentence: `${thing.type} ${thing.mark} of ${thing.company}: ${what}`,
  history: thing.history,
})

/** Compares things with what is shown of their company; those that are found by chance are sure from then on. */
export const compare = (things: readonly Thing[], mirror: Mirror): Finding[] => {
  const findings: Finding[] = []
  const groups = new Map<string, { there: Thing[]; missing: Thing[] }>()
  for (const thing of things) {
    const found = mirror.marked(thing.type, thing.mark)
    const [first] = found
    const group = groups.get(thing.group) ?? { there: [], missing: [] }
    groups.set(thing.group, group)
    if (!thing.isGone) (first ? group.there : group.missing).push(thing)
    if (found.length > 1) findings.push(finding('doubled', thing, `is there ${found.length} times`))
    if (first && thing.isGone) findings.push(finding('stranger', thing, `was removed, and is there as ${first[0]}`))
    if (!first && thing.isSure) findings.push(finding('lost', thing, `is not there as ${thing.id}`))
    if (!first) continue
    const [id, shown] = first
    if (thing.id !== null && found.every(([one]) => one !== thing.id)) {
      findings.push(finding('lost', thing, `was acknowledged as ${thing.id}, and is there as ${id}`))
    }
    thing.id ??= id
    thing.isSure = !thing.isGone
    if (!fits(shown, thing.wanted)) {
      const is = JSON.stringify(shown)
      const should = JSON.stringify(thing.wanted)
      findings.push(finding('content', thing, `shows ${is} and should show ${should}`))
    }
  }
  for (const { there, missing } of groups.values()) {
    const one = there[0]
    const other = missing[0]
    if (one && other) findings.push(finding('half', other, `is not there, and ${one.mark}, asked for with it, is`))
  }
  return findings
}

/** Errors in a shown resource: it has a mark that was never given. */
export const strangerIn = (model: Model, company: string, type: string, shown: Shown): Finding | null => {
  const mark = markShown(type, shown)
  if (mark === null || model.find(company, type, mark)) return null
  return { fault: 'stranger', sentence: `${type} ${shown.id} of ${company} (${mark}) was never asked for`, history: [] }
}

/** What is wrong with numbers that should follow each other without a gap from `after` on. */
export const wrongInSeries = (name: string, after: number, numbers: readonly number[]): Finding[] => {
  const sorted = [...numbers].sort((left, right) => left - right)
  const findings: Finding[] = []
  let last = after
  for (const number of sorted) {
    if (number <= last) findings.push({ fault: 'doubled', sentence: `${name}: ${number} was given twice`, history: [] })
    else if (number > last + 1) {
      findings.push({ fault: 'hole', sentence: `${name}: between ${last} and ${number} there is nothing`, history: [] })
    }
    last = Math.max(last, number)
  }
  return findings
}
