// What a report on a mail says that a machine can read (RFC 3464), and what that means for the mail it came back to.
import type { MailReport } from '#platform/mail-report'
import { phrase } from '#platform/refusal'
import { withoutUnseen } from '#platform/unseen'

/** What became of one recipient: fields of the report by their names in lower case. */
export type Fields = Readonly<Record<string, string>>

/** `returnedId` is the Message-ID of what came back with the report; null where it has none. */
export type Report = { recipients: readonly Fields[]; returnedId: string | null }

/** Recipients of one report that are read, and fields of each. */
const MAX_GROUPS = 200
const MAX_FIELDS = 50
/** Maximum number of characters in a reason that is kept. */
const MAX_REASON = 300

/** The fields of each recipient. The first group tells of the whole mail (RFC 3464, 2.2), the others of one each. */
export const recipientsIn = (text: string): Fields[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/, MAX_GROUPS)
    .map(fieldsOf)
    .filter((fields) => fields['final-recipient'] !== undefined || fields['original-recipient'] !== undefined)

/** A field may go on in lines that begin with a blank (RFC 5322, 2.2.3); the first of a name counts. */
const fieldsOf = (group: string): Fields => {
  const fields: Record<string, string> = {}
  for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n', MAX_FIELDS)) {
    const [, name, value = ''] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? []
    if (name !== undefined) fields[name.toLowerCase()] ??= value.trim()
  }
  return fields
}

/** The Message-ID among headers or in a whole mail. */
export const messageIdIn = (text: string): string | null => {
  const [headers = ''] = text.replace(/\r\n?/g, '\n').trimStart().split('\n\n', 1)
  const [, id = null] = /^message-id[ \t]*:\s*<([^<>\s]+)>/im.exec(headers) ?? []
  return id
}

const states: Readonly<Record<string, MailReport['state']>> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  // Delivered to the address, and handed on to several others from there. `relayed` says nothing: the next server,
  // which takes the mail then, sends no reports.
  expanded: 'delivered',
}

/**
 * What a report tells of the mail with this id to this recipient; null where it tells nothing of it. A report names the
 * recipient, as it was written or as the last server knows it. Where that server has another name for them, it counts
 * if it tells of one recipient alone and gives our own mail back.
 */
export const reportOn = (
  { recipients, returnedId }: Report,
  { mailId, recipient }: { mailId: string; recipient: string },
): MailReport | null => {
  const named = recipients.filter((fields) => names(fields, recipient))
  const isOurs = returnedId?.toLowerCase().startsWith(`${mailId}@`) === true
  const [fields, ...others] = named.length > 0 || !isOurs ? named : recipients
  if (!fields || others.length > 0) return null
  const state = states[fields.action?.toLowerCase() ?? '']
  if (state === undefined) return null
  return state === 'delivered' ? { state } : { state, reason: reasonOf(fields, recipient) }
}

const names = (fields: Fields, recipient: string): boolean =>
  ['original-recipient', 'final-recipient'].some((field) => {
    const address = /^[^;]*;[ \t]*(.*)$/.exec(fields[field] ?? '')?.[1]?.replace(/^<|>$/g, '') ?? ''
    const wanted = recipient.toLowerCase()
    return address.toLowerCase() === wanted || plainOf(address).toLowerCase() === wanted
  })

/** An address as it was before it was written as xtext (RFC 3461, 4): `+2B` is a plus. */
const plainOf = (address: string): string =>
  address.replace(/\+([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** What the server said, or else the code alone; the address itself is known, and stays out of it. */
const reasonOf = (fields: Fields, recipient: string): string => {
  const said = (fields['diagnostic-code'] ?? '').replace(/^[\w-]+[ \t]*;/, '')
  const [status = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.status ?? '') ?? []
  const whole = said.includes(status) ? said : `${status} ${said}`
  const plain = withoutUnseen(whole)
    .replace(/\s+/g, ' ')
    .replaceAll(recipient, '…')
    .replace(/\p{Surrogate}/gu, '')
    .trim()
  return [...(plain || noReason())].slice(0, MAX_REASON).join('')
}

/** Said of a mail that came back without a word. */
const noReason = phrase('The server gave no reason')
