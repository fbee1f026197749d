// The first argument of every verb: who calls, for which company, when, and the database transaction.
import { type Actor, accountOf, isOfApi } from './actor.ts'
import type { Cache } from './cache.ts'
import type { Db } from './db.ts'
import type { WorkOwners } from './fair-limit.ts'
import type { Files } from './files.ts'
import type { FieldError } from './refusal.ts'
import type { ResultsMade } from './retry-with-results.ts'
import type { Keys } from './seal.ts'
import type { SignUp } from './setting.ts'

/** The program that calls: an integration or a private token; null of people and the operator. */
export const programIdOf = ({ actor }: Pick<Call, 'actor'>): string | null => (isOfApi(actor.kind) ? actor.id : null)

/** How much there may be in files of one company, and of all of one owner, in bytes; 0 is no limit. */
export type StorageLimits = {
  perCompany: number
  perOwner: number
  /** Throws an outage while the disk has too little room for more of them. */
  requireRoom: () => Promise<void>
}

/** What all calls of a process share. */
export type ProcessContext = {
  memory: Cache
  /** Signs the cursors of lists. */
  cursorKey: Buffer
  /** Derives a 32-byte key for one purpose from the installation's secret key. */
  keyFor: (purpose: string) => Buffer
  /** The same, followed by the keys derived from earlier secret keys, which still open what they sealed. */
  keysFor: (purpose: string) => Keys
  /** File storage: received files, and files being processed. */
  files: Files
  /** Private addresses that outgoing requests may reach, also over http. */
  outgoing: readonly string[]
  /** Whether the service is reachable from this machine only; mail of test companies may then stay local. */
  isLocal: boolean
  /** The public URL of the service without a trailing slash; links in mail start with it. */
  site: () => string
  /** Whether a mail server is configured; without one, mail stays in the outbox. */
  takesMail: boolean
  /** How much companies keep in files; anything where left out. */
  storage?: StorageLimits
  /** Who makes an account at the page of signing up; everybody where left out. */
  signUp?: SignUp
  /** The domain that receives documents by mail; null if none. */
  mailDomain: string | null
  /** Whether documents are interpreted; otherwise people type the values. */
  readsDocuments: boolean
  /** Where backups go, from the settings; null if none is configured. */
  backupPlace: string | null
  /** The database of a company as others see it, beside the transaction of a call; absent outside of the service. */
  outside?: (companyId: string) => Db
  /** How long one PDF may take, and wait for its turn, in milliseconds; defaults apply if absent. */
  paperPatience?: { makingMs?: number; turnMs?: number } | undefined
}

export type Call = ProcessContext & {
  db: Db
  /** The one clock of the request. A test company has its own, which may be ahead of the service's. */
  now: Date
  /** By how much the company's clock is ahead, in milliseconds; absent if it is not. */
  aheadMs?: number
  actor: Actor
  /** The client's address; null on the command line. */
  from: string | null
  /** Results made outside of the transaction; absent if everything is made inside. */
  made?: ResultsMade | undefined
  /** Whether all of it is rolled back in the end; absent if it is not. */
  isTrial?: true
  /** Throws once the client has disconnected; absent if the work must finish anyway. */
  goOn?: () => void
  /** Warnings given with {@link warn}, without duplicates; absent if the response cannot carry them. */
  warnings?: Set<string>
}

/** The time by the service's clock, for its own work: jobs, mail, retention. */
export const serviceTime = ({ now, aheadMs = 0 }: Pick<Call, 'now' | 'aheadMs'>): Date =>
  aheadMs === 0 ? now : new Date(now.getTime() - aheadMs)

/** A call for one company: every statement of its verbs names this company. */
export type CompanyCall = Call & { companyId: string }

/** A call for a set of companies that are in one place, such as to verify them. */
export type SetCall = Call & { companyIds: readonly string[] }

/** The owners whose concurrency limits apply to a tenant's work: the tenant and the calling account. */
export const ownersOf = (tenantId: string, actor: Actor): WorkOwners => {
  const account = accountOf(actor)
  return account === null ? tenantId : [tenantId, account]
}

/** The owners whose concurrency limits apply to slow work of a call. */
export const workOwnersOf = ({ companyId, actor }: Pick<CompanyCall, 'companyId' | 'actor'>): WorkOwners =>
  ownersOf(companyId, actor)

/**
 * Adds a warning to a request that still succeeds: a sentence, prefixed with a JSON pointer if it is about one field,
 * such as `#/vatNumber: the check digits are wrong`. Warnings are stored and sent as headers, so they must not contain
 * data that the database keeps encrypted. A refused request drops its warnings.
 */
export const warn = ({ warnings }: Call, sentence: string): void => void warnings?.add(sentence)

/** The same for several fields. */
export const warnOf = (call: Call, doubts: readonly FieldError[]): void => {
  for (const { field, message } of doubts) warn(call, `${field}: ${message}`)
}
