// What somebody has typed and not yet saved, kept per person, company and page, so that a reload, a lost network or an
// ended session loses nothing: in the browser at once, and on the server after a pause, for other devices.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import { answered, api } from './api.ts'
import { isRefused, type Refused, sentencesOf } from './refused.ts'
import { CompanyContext, useSession } from './session.ts'
import { warnings } from './warned.ts'

/** How long after the last key a draft is kept, in the browser and on the server, in milliseconds. */
const PAUSE_MS = 250
const SERVER_PAUSE_MS = 3000

export const readDraft = <Value>(name: string): Value | null => {
  try {
    const text = localStorage.getItem(name)
    return text === null ? null : (JSON.parse(text) as Value)
  } catch {
    return null
  }
}

export const keepDraft = (name: string, value: unknown): void => {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The browser keeps nothing for us, or no more: the page itself still has it.
  }
}

export const dropDraft = (name: string): void => {
  try {
    localStorage.removeItem(name)
  } catch {
    // As above.
  }
}

/** The draft of a page on the server: sent again and again, as long as no other window has changed it. */
class Kept {
  private readonly key: string
  private readonly companyId: string | null
  private readonly etagName: string
  private readonly sentName: string
  private timer: number | undefined
  private isLost = false
  /** One request after the other: the next has the ETag that the one before it was answered with. */
  private turn = Promise.resolve()
  /** Called when another device has gone on with it; the page then offers both. */
  onOther: (() => Promise<void>) | null = null
  constructor(key: string, companyId: string | null, name: string) {
    this.key = key
    this.companyId = companyId
    this.etagName = `${name}:etag`
    this.sentName = `${name}:sent`
  }

  /** Of what this browser has read or sent last; it outlives a reload as the draft does. */
  private get etag(): string | null {
    return readDraft<string>(this.etagName)
  }

  private set etag(etag: string | null) {
    if (etag === null) dropDraft(this.etagName)
    else keepDraft(this.etagName, etag)
  }

  /** Whether this browser has read it from the server, or sent it there. */
  get isKnown(): boolean {
    return this.etag !== null
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
      const { etag } = this
      keepDraft(this.sentName, content)
      const { response } = await api.PUT('/me/drafts/{key}', {
        params: { path: { key } },
        body: { companyId, content, isNew: etag === null },
        headers: etag === null ? {} : { 'If-Match': etag },
      })
      this.etag = response.headers.get('etag')
      dropDraft(this.sentName)
    } catch (error) {
      if (!isRefused(error) || error.status < 400 || error.status >= 500) return
      // Another window or device goes on with it; here the browser keeps what is typed.
      dropDraft(this.sentName)
      this.lose(error)
    }
  }

  /** What was sent and not answered may have come to the server all the same: it is looked at before anything else. */
  private async settle(): Promise<void> {
    const sent = readDraft<string>(this.sentName)
    if (sent === null) return
    const found = await this.fetch().catch((error: unknown) => {
      if (isRefused(error) && error.status === 404) return null
      throw error
    })
    if (found?.content === sent) this.etag = found.etag
    dropDraft(this.sentName)
  }

  /** Tells, once: from now on only this browser has what is typed, until somebody chooses between the two. */
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
    this.etag = etag
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
    const { key, etag } = this
    if (etag === null) return
    this.etag = null
    await api.DELETE('/me/drafts/{key}', { params: { path: { key } } }).catch(() => undefined)
  }
}

/** Another device has a draft that this one does not know, or has removed the one that it knew. */
const isOthers = ({ status }: Refused): boolean => [404, 409, 412].includes(status)

/** A draft of another device beside the one that is typed here. */
export type OtherDraft<Value> = {
  value: Value
  /** Shows the other one, and keeps what is given as the other from then on. */
  swap: (shown: Value) => Value
  /** Goes on with what is given; the other one is forgotten. */
  keep: (shown: Value) => void
}

/**
 * Keeps what a page's form holds under `key`. `kept` is what an earlier visit left in this browser; `keep` is called
 * with each change; `drop` forgets, once it has been saved or thrown away. `elsewhere` reads the draft that another
 * device has left, and is null where there is none. `other` is there when another device has gone on with it while
 * something is typed here; a page that offers it says so by `offersOther`.
 */
export const useDraft = <Value>(key: string, { offersOther = false } = {}) => {
  const { person } = useSession()
  const id = useContext(CompanyContext)?.id ?? null
  const name = `grundbok:draft:${person.id}:${id ?? 'own'}:${key}`
  const serverKey = `${key}:${id ?? 'own'}`.replace(/[^\w.:~-]/g, '-')
  const waiting = useRef<{ timer: number; value: Value } | null>(null)
  const server = useRef<Kept | null>(null)
  server.current ??= new Kept(serverKey, id, name)
  const kept = server.current
  const { other, forgetOther } = useOther<Value>(kept, { name, offersOther })
  const { data } = useQuery({
    queryKey: ['drafts', id],
    enabled: id !== null,
    queryFn: async () => answered(await api.GET('/me/drafts', { params: { query: { companyId: id ?? '' } } })).items,
  })
  const client = useQueryClient()
  /** What this device has taken or dropped is no longer elsewhere, whatever an older list said. */
  const unlist = () => {
    void client.cancelQueries({ queryKey: ['drafts', id] })
    client.setQueryData<typeof data>(['drafts', id], (all) => all?.filter(({ key: one }) => one !== serverKey))
  }
  const isElsewhere = data?.some(({ key: one }) => one === serverKey) === true && readDraft(name) === null
  useEffect(() => {
    const flush = () => {
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      keepDraft(name, waiting.current.value)
      waiting.current = null
    }
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [name])
  return {
    other,
    kept: (): Value | null => readDraft<Value>(name),
    keep: (value: Value): void => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      const timer = window.setTimeout(() => keepDraft(name, value), PAUSE_MS)
      waiting.current = { value, timer }
      kept.later(value)
    },
    drop: (): void => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = null
      forgetOther()
      dropDraft(name)
      if (kept.isKnown) unlist()
      kept.drop()
    },
    elsewhere: isElsewhere
      ? async (): Promise<Value> => {
          const value = await kept.read<Value>()
          keepDraft(name, value)
          unlist()
          return value
        }
      : null,
  }
}

/** The draft of another device beside the one that is typed here, since both were gone on with. */
const useOther = <Value>(kept: Kept, { name, offersOther }: { name: string; offersOther: boolean }) => {
  const [found, setFound] = useState<{ value: Value; etag: string | null } | null>(null)
  kept.onOther = offersOther ? async () => setFound(await kept.look<Value>()) : null
  const choose = (etag: string | null, shown: Value) => {
    // Of the first choice: from then on what is typed here takes the other's place.
    if (etag !== null) kept.adopt(etag)
    keepDraft(name, shown)
    kept.later(shown)
  }
  const other: OtherDraft<Value> | null = found && {
    value: found.value,
    swap: (shown) => {
      choose(found.etag, found.value)
      setFound({ value: shown, etag: null })
      return found.value
    },
    keep: (shown) => {
      choose(found.etag, shown)
      setFound(null)
    },
  }
  return { other, forgetOther: () => setFound(null) }
}
