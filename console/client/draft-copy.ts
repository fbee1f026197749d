// The draft of a page in this browser, whose windows share what it keeps: each goes on with what it has seen. What
// another window has written meanwhile is not written over; this one's is then kept beside it.

type Place = 'localStorage' | 'sessionStorage'

/** What this window's own is from then on, where another draft has come of the same one. */
export type Apart<Value> = (own: Value, other: Value) => Value

const textIn = (place: Place, name: string): string | null => {
  try {
    return window[place].getItem(name)
  } catch {
    return null
  }
}

const putIn = (place: Place, name: string, text: string | null): void => {
  try {
    if (text === null) window[place].removeItem(name)
    else window[place].setItem(name, text)
  } catch {
    // The browser keeps nothing for us, or no more: the page itself still has it.
  }
}

const parsed = <Value>(text: string | null): Value | null => {
  try {
    return text === null ? null : (JSON.parse(text) as Value)
  } catch {
    return null
  }
}

export const readDraft = <Value>(name: string): Value | null => parsed<Value>(textIn('localStorage', name))

export const keepDraft = (name: string, value: unknown): void => putIn('localStorage', name, JSON.stringify(value))

const dropDraft = (name: string): void => putIn('localStorage', name, null)

export class DraftCopy {
  private readonly name: string
  /** What the browser had when this window last read or wrote it. */
  private seen: string | null = null
  constructor(name: string) {
    this.name = name
  }

  private get theirs(): string | null {
    return textIn('localStorage', this.name)
  }

  /** This window's own, as long as another window's stands in its place. */
  private get aside(): string | null {
    return textIn('sessionStorage', this.name)
  }

  /** As the page opens: from now on what stands there is what this window goes on with. */
  begin(): void {
    this.seen = this.aside === null ? this.theirs : null
  }

  read<Value>(): Value | null {
    return parsed<Value>(this.aside ?? this.theirs)
  }

  /** What another window has, where this one has its own. */
  besides<Value>(): Value | null {
    return this.aside === null ? null : parsed<Value>(this.theirs)
  }

  /** What another window has written. */
  written<Value>(): Value | null {
    return parsed<Value>(this.theirs)
  }

  /** Whether this window goes on with something that is kept. */
  get isHeld(): boolean {
    return this.seen !== null || this.aside !== null
  }

  /** Whether what another window had in the place of this one's own is gone. */
  get isAlone(): boolean {
    return this.aside !== null && this.theirs === null
  }

  /** What another window has done with it since: nothing, written something else, or dropped it. */
  get since(): 'nothing' | 'written' | 'dropped' {
    const { theirs } = this
    if (theirs === this.seen) return 'nothing'
    return theirs === null ? 'dropped' : 'written'
  }

  /** Keeps it; beside the other's, `apart` from it, and false, where another window has written something else. */
  write<Value>(value: Value, apart: Apart<Value>): boolean {
    if (this.since === 'written' && this.theirs !== JSON.stringify(value)) {
      const other = this.written<Value>()
      putIn('sessionStorage', this.name, JSON.stringify(other === null ? value : apart(value, other)))
      return false
    }
    this.put(value)
    return true
  }

  /** Keeps it, overwriting what another window has written. */
  put(value: unknown): void {
    keepDraft(this.name, value)
    putIn('sessionStorage', this.name, null)
    this.seen = this.theirs
  }

  /** Another window has dropped it: what is typed here from now on is new. */
  forget(): void {
    this.seen = null
  }

  /** Forgets this window's; another's stays, unless all windows share one. */
  drop({ isShared }: { isShared: boolean }): void {
    putIn('sessionStorage', this.name, null)
    if (isShared || this.since === 'nothing') dropDraft(this.name)
    this.seen = null
  }
}

/** A text of this window, which the browser keeps for the next visit; a shared one is that of all windows. */
export class Noted {
  private readonly name: string
  private readonly isShared: boolean
  private own: string | null = null
  constructor(name: string, isShared: boolean) {
    this.name = name
    this.isShared = isShared
  }

  begin(): void {
    this.own = readDraft<string>(this.name)
  }

  get value(): string | null {
    return this.isShared ? readDraft<string>(this.name) : this.own
  }

  set value(next: string | null) {
    const before = this.value
    this.own = next
    if (next !== null) keepDraft(this.name, next)
    else if (readDraft<string>(this.name) === before) dropDraft(this.name)
  }

  /** It is no longer this window's; what the browser keeps is left to the others. */
  forget(): void {
    this.own = null
  }
}
