// A round through client companies, one after the other: which ones, where each is entered, and where the round began.
// The window keeps it, so that it survives a reload and another window has its own.
import { useSyncExternalStore } from 'react'

type Client = { id: string; name: string }

type Round = {
  clients: readonly Client[]
  /** Below each company: the page that the work is done on, with its search. */
  path: string
  search: Readonly<Record<string, string>>
  /** Where the clients are listed, as the list was left. */
  from: { path: string; search: Readonly<Record<string, string>> }
}

const PLACE = 'round'
const changed = new EventTarget()

let known: { text: string | null; round: Round | null } = { text: null, round: null }

/** The round of this window; the same object until it changes. */
const readRound = (): Round | null => {
  const text = sessionStorage.getItem(PLACE)
  // Only `keepRound` writes it.
  if (text !== known.text) known = { text, round: text === null ? null : (JSON.parse(text) as Round) }
  return known.round
}

/** Begins a round, or ends it. */
export const keepRound = (round: Round | null): void => {
  if (round) sessionStorage.setItem(PLACE, JSON.stringify(round))
  else sessionStorage.removeItem(PLACE)
  changed.dispatchEvent(new Event('changed'))
}

const follow = (tell: () => void): (() => void) => {
  changed.addEventListener('changed', tell)
  return () => changed.removeEventListener('changed', tell)
}

export const useClientRound = (): Round | null => useSyncExternalStore(follow, readRound)
