// Typed and unsaved input, kept per person, company and page, so that a reload, a lost network or an ended session
// loses nothing: in the browser at once, and on the server after a pause, for other devices.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { answered, api } from './api.ts'
import { type Apart, DraftCopy, Noted, readDraft } from './draft-copy.ts'
import { isRefused, type Refused, sentencesOf } from './refused.ts'
import { CompanyContext, useSession } from './session.ts'
import { warnings } from './warned.ts'

/** How long after the last key a draft is kept, in the browser and on the server, in milliseconds. */
const PAUSE_MS = 250
const SERVER_PAUSE_MS = 3000

/** How much of a name is part of a key, of which the server has at most 150 characters. */
const NAME_LENGTH = 80

/** The key of something new: what was begun under another name stays as it is. */
export const keyOfNew = (kind: string, name: string): string =>
  [kind, 'new', encodeURIComponent(name).replaceAll('%', '~').slice(0, NAME_LENGTH)].filter(Boolean).join(':')

/** The draft of a page on the server: sent again and again, as long as no other window has changed it. */
class Kept {
  private readonly key: string
  private readonly companyId: string | null
  /** What this browser has of it. */
  readonly copy: DraftCopy
  /** The ETag of what this window has read or sent last; it outlives a reload as the draft does. */
  private readonly known: Noted
  /** What was sent, as long as no answer has come. */
  private readonly sent: Noted
  private timer: number | undefined
  private isLost = false
  /** One request after the other: the next has the ETag that the one before it was answered with. */
  private turn = Promise.resolve()
  /** Called when another device has gone on with it; the page then offers both. */
  onOther: (() => Promise<void>) | null = null
  constructor({ key, companyId, name, isShared }: KeptAs) {
    this.key = key
    this.companyId = companyId
    this.copy = new DraftCopy(name)
    this.known = new Noted(`${name}:etag`, isShared)
    this.sent = new Noted(`${name}:sent`, isShared)
  }

  /** As the page opens. */
  begin(): this {
    this.isLost = false
    this.copy.begin()
    this.known.begin()
    this.sent.begin()
    return this
  }

  /** Whether this window has read it from the server, or sent it there. */
  get isKnown(): boolean {
    return this.known.value !== null
  }

  /** Until the user chooses between this window's version and another's, only this window has the typed text. */
  hold(): void {
    this.isLost = true
  }

  /** Goes on with what another window of this browser has sent last. */
  adoptBrowsers(): void {
    this.known.begin()
    this.isLost = false
  }

  /** What stood in the place of this window's own is gone: its own is new. */
  outlast(): void {
    this.copy.forget()
    this.adopt(null)
  }

  /** Another window has saved it, or thrown it away: what is typed here from now on is new. */
  forget(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.isLost = false
    for (const part of [this.copy, this.known, this.sent]) part.forget()
  }

  later(value: unknown): void {
    clearTimeout(this.timer)
    if (this.isLost) return
    const timer = window.setTimeout(() => {
      this.turn = this.turn.then(() => (this.timer === timer ? this.send(JSON.stringify(value)) : undefined))
    }, SERVER_PAUSE_MS)
    this.timer = timer
  }

  private async send(content: string): Promise<void> {
    const { key, companyId, isLost } = this
    // What belongs to no company stays in the browser.
    if (companyId === null || isLost) return
    try {
      await this.settle()
      const etag = this.known.value
      this.sent.value = content
      const { response } = await api.PUT('/me/drafts/{key}', {
        params: { path: { key } },
        body: { companyId, content, isNew: etag === null },
        headers: etag === null ? {} : { 'If-Match': etag },
      })
      this.known.value = response.headers.get('etag')
      this.sent.value = null
    } catch (error) {
      if (!isRefused(error) || error.status < 400 || error.status >= 500) return
      // It was not validated: the next key tries again.
      if (error.isLoggedOut) return
      // Another window or device goes on with it; here the browser keeps what is typed.
      this.sent.value = null
      this.lose(error)
    }
  }

  /** What was sent and not answered may have come to the server all the same: it is looked at before anything else. */
  private async settle(): Promise<void> {
    const sent = this.sent.value
    if (sent === null) return
    const found = await this.fetch().catch((error: unknown) => {
      if (isRefused(error) && error.status === 404) return null
      throw error
    })
    if (found?.content === sent) this.known.value = found.etag
    this.sent.value = null
  }

  /** Warns once: from now on only this browser has the typed text, until the user chooses between the two. */
  private lose(refused: Refused): void {
    this.isLost = true
    if (isOthers(refused) && this.onOther) return void this.onOther().catch(() => this.tell(refused))
    this.tell(refused)
  }

  private tell(refused: Refused): void {
    const detail = isOthers(refused) ? null : sentencesOf(refused).join(' · ')
    warnings.dispatchEvent(new CustomEvent('draft-lost', { detail }))
  }

  async read<Value>(): Promise<Value> {
    const { value, etag } = await this.look<Value>()
    this.adopt(etag)
    return value
  }

  /** What the server has, without going on with it. */
  async look<Value>(): Promise<{ value: Value; etag: string | null }> {
    const { content, etag } = await this.fetch()
    return { value: JSON.parse(content) as Value, etag }
  }

  private async fetch(): Promise<{ content: string; etag: string | null }> {
    const answer = await api.GET('/me/drafts/{key}', { params: { path: { key: this.key } } })
    return { content: answered(answer).content, etag: answer.response.headers.get('etag') }
  }

  /** From now on what is typed here takes the place of what the server had under this ETag. */
  adopt(etag: string | null): void {
    this.known.value = etag
    this.isLost = false
  }

  drop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.isLost = false
    // After what is under way: its answer tells whether there is one.
    this.turn = this.turn.then(() => this.remove())
  }

  private async remove(): Promise<void> {
    await this.settle().catch(() => undefined)
    const { key } = this
    const etag = this.known.value
    if (etag === null) return
    this.known.value = null
    // What another window or device has gone on with stays.
    const headers = { 'If-Match': etag }
    await api.DELETE('/me/drafts/{key}', { params: { path: { key } }, headers }).catch(() => undefined)
  }
}

type KeptAs = {
  key: string
  companyId: string | null
  name: string
  /** Of a page that cannot show two: all windows of the browser have one. */
  isShared: boolean
}

const keptAs = (key: string, { personId, ...rest }: { personId: string } & Omit<KeptAs, 'key' | 'name'>): KeptAs => {
  const of = rest.companyId ?? 'own'
  return { ...rest, name: `grundbok:draft:${personId}:${of}:${key}`, key: `${key}:${of}`.replace(/[^\w.:~-]/g, '-') }
}

/** The drafts of this window: a form that is opened again goes on with what is on its way. */
const drafts = new Map<string, Kept>()

const draftOf = (as: KeptAs): Kept => {
  const kept = drafts.get(as.name) ?? new Kept(as)
  drafts.set(as.name, kept)
  return kept
}

/** Another device has a draft that this one does not know, or has removed the one that it knew. */
const isOthers = ({ status }: Refused): boolean => [404, 409, 412].includes(status)

/** A draft of another device beside the one that is typed here. */
type OtherDraft<Value> = {
  value: Value
  /** Shows the other one, and keeps what is given as the other from then on. */
  swap: (shown: Value) => Value
  /** Goes on with what is given; the other one is forgotten. */
  keep: (shown: Value) => void
}

type Settings<Value> = {
  offersOther?: boolean
  /** Two drafts have come of one: what the one that is typed here is from then on, which the page shows itself. */
  apart?: Apart<Value>
}

/**
 * Keeps what a page's form holds under `key`. `kept` is what an earlier visit left in this browser; `keep` is called
 * with each change; `drop` forgets, once it has been saved or thrown away. `elsewhere` reads the draft that another
 * device has left, and is null where there is none. `other` is there when another device has gone on with it while
 * something is typed here, or another window of this browser; a page that offers it says so by `offersOther`. Where a
 * page does not offer it, all windows share one draft.
 */
export const useDraft = <Value>(key: string, { offersOther = false, apart = (own) => own }: Settings<Value> = {}) => {
  const { person } = useSession()
  const id = useContext(CompanyContext)?.id ?? null
  const as = keptAs(key, { personId: person.id, companyId: id, isShared: !offersOther })
  const { name, key: serverKey } = as
  const waiting = useRef<Waiting>(null)
  const opened = useRef<{ name: string; kept: Kept } | null>(null)
  if (opened.current?.name !== name) {
    opened.current = { name, kept: draftOf(as).begin() }
  }
  const { kept } = opened.current
  const { copy } = kept
  const { other, forgetOther, offerBrowsers } = useOther<Value>(kept, offersOther, apart)
  const write = (value: Value) => {
    if (!offersOther) return copy.put(value)
    if (!copy.write(value, apart)) offerBrowsers()
  }
  const isWaiting = () => waiting.current !== null
  useWindows(kept, { name, offersOther, isWaiting, offerBrowsers, forgetOther })
  const { data } = useQuery({
    queryKey: ['drafts', id],
    enabled: id !== null,
    queryFn: async () => answered(await api.GET('/me/drafts', { params: { query: { companyId: id ?? '' } } })).items,
  })
  const client = useQueryClient()
  /** Drafts that this device has taken or dropped no longer exist elsewhere, even if an older list has them. */
  const unlist = () => {
    void client.cancelQueries({ queryKey: ['drafts', id] })
    client.setQueryData<typeof data>(['drafts', id], (all) => all?.filter(({ key: one }) => one !== serverKey))
  }
  const isElsewhere = data?.some(({ key: one }) => one === serverKey) === true && readDraft(name) === null
  useFlush(waiting, name)
  return {
    other,
    kept: (): Value | null => copy.read<Value>(),
    keep: (value: Value): void => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      const now = () => {
        waiting.current = null
        write(value)
      }
      waiting.current = { timer: window.setTimeout(now, PAUSE_MS), write: now }
      kept.later(value)
    },
    drop: (): void => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = null
      forgetOther({ isGone: false })
      copy.drop({ isShared: !offersOther })
      if (kept.isKnown) unlist()
      kept.drop()
    },
    elsewhere: isElsewhere
      ? async (): Promise<Value> => {
          const value = await kept.read<Value>()
          copy.put(value)
          unlist()
          return value
        }
      : null,
  }
}

/** What was typed last, for a moment before it is kept. */
type Waiting = { timer: number; write: () => void } | null

/** What waits is kept when the page is left. */
const useFlush = (waiting: RefObject<Waiting>, name: string): void =>
  useEffect(() => {
    const flush = () => {
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      waiting.current.write()
    }
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [waiting, name])

/** What the other windows of this browser do with the draft while this one shows it. */
const useWindows = (
  kept: Kept,
  given: {
    name: string
    offersOther: boolean
    isWaiting: () => boolean
    offerBrowsers: () => void
    forgetOther: (how: { isGone: boolean }) => void
  },
): void => {
  const now = useRef(given)
  now.current = given
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      const { name, offersOther, isWaiting, offerBrowsers, forgetOther } = now.current
      const { copy } = kept
      if (key !== name || !offersOther) return
      if (copy.isAlone) {
        kept.outlast()
        return forgetOther({ isGone: true })
      }
      if (copy.since === 'nothing' || !(copy.isHeld || isWaiting())) return
      if (copy.since === 'written') return offerBrowsers()
      kept.forget()
      forgetOther({ isGone: true })
      warnings.dispatchEvent(new CustomEvent('draft-gone'))
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [kept])
}

type Found<Value> = {
  value: Value
  /** This window's own, while it shows the other one: nothing else has it. */
  isOwn: boolean
  /** What is typed here takes the other's place from then on; null once that is so. */
  adopt: (() => void) | null
}

/** What other windows and devices do does not take the place of this window's own; it is met when one is chosen. */
const besideOwn = <Value>(was: Found<Value> | null, next: Found<Value> | null): Found<Value> | null =>
  was?.isOwn ? { ...was, adopt: next?.adopt ?? was.adopt } : next

/** The draft of another device or window beside the one that is typed here, since both were gone on with. */
const useOther = <Value>(kept: Kept, offersOther: boolean, apart: Apart<Value>) => {
  const { copy } = kept
  const ofBrowser = (value: Value | null): Found<Value> | null => {
    if (value === null) return null
    kept.hold()
    return { value, isOwn: false, adopt: () => kept.adoptBrowsers() }
  }
  const [found, setFound] = useState(() => (offersOther ? ofBrowser(copy.besides<Value>()) : null))
  const offerServers = async () => {
    const { value, etag } = await kept.look<Value>()
    setFound((was) => besideOwn(was, { value, isOwn: false, adopt: () => kept.adopt(etag) }))
  }
  kept.onOther = offersOther ? offerServers : null
  const choose = (shown: Value) => {
    found?.adopt?.()
    copy.put(shown)
    kept.later(shown)
  }
  const other: OtherDraft<Value> | null = found && {
    value: found.value,
    swap: (shown) => {
      choose(found.value)
      setFound({ value: apart(shown, found.value), isOwn: true, adopt: null })
      return found.value
    },
    keep: (shown) => {
      choose(apart(shown, found.value))
      setFound(null)
    },
  }
  return {
    other,
    /** `isGone`: another window has dropped it; this one's own stays. */
    forgetOther: ({ isGone }: { isGone: boolean }) =>
      setFound((was) => (isGone && was?.isOwn ? { ...was, adopt: null } : null)),
    offerBrowsers: () => {
      const next = ofBrowser(copy.written<Value>())
      setFound((was) => besideOwn(was, next))
    },
  }
}
