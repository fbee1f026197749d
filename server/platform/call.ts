// A call is what every verb gets first: who asks, for which company, when, and the database to do it in.
import type { Made } from '#platform/afresh'
import type { Db } from '#platform/db'
import type { Files } from '#platform/files'
import type { Memory } from '#platform/memory'
import type { FieldError } from '#platform/refusal'
import type { Keys } from '#platform/seal'
import type { SignUp } from '#platform/setting'
import type { Whose } from '#platform/turns'

/**
 * Who acts: a private integration's token, an integration, a person in the browser, or the operator. `madeBy` is the
 * person who made a token, where that is known.
 */
export type Actor = {
  kind: 'token' | 'integration' | 'user' | 'operator'
  id: string
  name: string
  madeBy?: string | null
}

/** Whether somebody acts through the API, and not as a person. */
export const isOfApi = (kind: string): boolean => kind === 'token' || kind === 'integration'

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
export type Standing = {
  memory: Memory
  /** Signs the cursors of lists. */
  cursorKey: Buffer
  /** A key of 32 bytes for one purpose, derived from the secret key of the installation. */
  keyFor: (purpose: string) => Buffer
  /** The same with the keys derived from earlier secret keys after it: what those have sealed is still read. */
  keysFor: (purpose: string) => Keys
  /** Keeps files: what was received, and what is being worked on. */
  files: Files
  /** Private addresses that our requests may go to all the same, by http too. */
  outgoing: readonly string[]
  /** Whether only this machine reaches the service: what test companies send may then stay on it. */
  isLocal: boolean
  /** Where people reach the service, without a slash at the end: links in mails begin with it. */
  site: () => string
  /** Whether there is a server that takes our mails; without one they stay in the outbox. */
  takesMail: boolean
  /** How much companies keep in files; anything where left out. */
  storage?: StorageLimits
  /** Who makes an account at the page of signing up; everybody where left out. */
  signUp?: SignUp
  /** The domain that mails with documents come to; null where we take none. */
  mailDomain: string | null
  /** Whether what documents say is read; otherwise people type it. */
  readsDocuments: boolean
  /** The place of the backup that the settings have kept; null where they name none. */
  backupPlace: string | null
  /** How long one PDF may take and wait for its turn, in milliseconds; as long as usual where left out. */
  paperPatience?: { makingMs?: number; turnMs?: number } | undefined
}

export type Call = Standing & {
  db: Db
  /** The one clock of the request; of a test company its own, which may be ahead of the service's. */
  now: Date
  /** By how much it is ahead, in milliseconds; left out where it is not. */
  aheadMs?: number
  actor: Actor
  /** The address that the request came from; null on the command line. */
  from: string | null
  /** What was made outside of the transaction; absent where it is made within. */
  made?: Made | undefined
  /** Throws once nobody waits for the answer any more; left out where it is made in any case. */
  goOn?: () => void
  /** What {@link warn} has said, each sentence once; where nobody would read it, left out. */
  warnings?: Set<string>
}

/** The moment by the clock of the service, for what it does itself: jobs, mails, what it forgets. */
export const serviceTime = ({ now, aheadMs = 0 }: Pick<Call, 'now' | 'aheadMs'>): Date =>
  aheadMs === 0 ? now : new Date(now.getTime() - aheadMs)

/** A call for one company: every statement of its verbs names this company. */
export type CompanyCall = Call & { companyId: string }

/** A call for a set of companies that are in one place, such as to verify them. */
export type SetCall = Call & { companyIds: readonly string[] }

/**
 * The account that acts, in however many companies: an integration or a person; null where the service itself does, and
 * where it is not known who made a token.
 */
export const accountOf = ({ kind, id, madeBy = null }: Actor): string | null => {
  if (kind === 'token') return madeBy
  return id === NOBODY ? null : id
}

/** Whose turns the work of a tenant takes: the tenant's own, and those of the account that asks for it. */
export const ownersOf = (tenantId: string, actor: Actor): Whose => {
  const account = accountOf(actor)
  return account === null ? tenantId : [tenantId, account]
}

/** Whose turns what is slow of a call takes. */
export const whoseWork = ({ companyId, actor }: Pick<CompanyCall, 'companyId' | 'actor'>): Whose =>
  ownersOf(companyId, actor)

/**
 * Says what is doubtful of a request that succeeds all the same: a sentence, behind the pointer to its field where it
 * is about one, such as `#/vatNumber: the check digits are wrong`. Nothing that is sealed in the database stands in it:
 * warnings are kept, and passed on, as headers are. What is refused in the end warns of nothing.
 */
export const warn = ({ warnings }: Call, sentence: string): void => void warnings?.add(sentence)

/** The same of fields, each with what is doubtful about it. */
export const warnOf = (call: Call, doubts: readonly FieldError[]): void => {
  for (const { field, message } of doubts) warn(call, `${field}: ${message}`)
}

/** The id of the operator on the command line, and of the service where it acts by itself. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The operator on the command line, in entries and in the processing history. */
export const operator: Actor = { kind: 'operator', id: NOBODY, name: 'Operator' }
