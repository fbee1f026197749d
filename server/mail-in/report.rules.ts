// Interprets the machine-readable part of a delivery report (RFC 3464) for the mail that it was sent for.
import type { MailReport } from '#mail/mail-report'
import { phrase } from '#platform/refusal'
import { withoutInvisibleCharacters } from '#text/invisible-characters'

/** The status of one recipient: fields of the report by name, in lower case. */
type Fields = Readonly<Record<string, string>>

/** `returnedId` is the Message-ID of the returned mail; null if there is none. */
type Report = { recipients: readonly Fields[]; returnedId: string | null }

/** Most recipients of a report that are read, and most fields of each. */
const MAX_GROUPS = 200
const MAX_FIELDS = 50
/** Most characters of a reason that are kept. */
const MAX_REASON = 300

/**
 * The fields of each recipient. The first group is about the whole mail (RFC 3464, 2.2), each other about one
 * recipient.
 */
export const recipientsIn = (text: string): Fields[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/, MAX_GROUPS)
    .map(fieldsOf)
    .filter((fields) => fields['final-recipient'] !== undefined || fields['original-recipient'] !== undefined)

/** Folded fields continue in lines that begin with a blank (RFC 5322, 2.2.3); the first field of a name counts. */
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
  // Delivered to the address, and forwarded from there to several others. `relayed` says nothing: the next server
  // accepts the mail and sends no reports.
  expanded: 'delivered',
}

/**
 * What a report says about the mail with this id to this recipient; null if nothing. A report names the recipient as
 * originally written or as the last server knows it. If that server uses another name, the report counts if it has a
 * single recipient and returns our own mail.
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
    const address =
      /^[^;]*;(.*)$/
        .exec(fields[field] ?? '')?.[1]
        ?.trim()
        .replace(/^<|>$/g, '') ?? ''
    const wanted = recipient.toLowerCase()
    return address.toLowerCase() === wanted || plainOf(address).toLowerCase() === wanted
  })

/** Decodes an address written as xtext (RFC 3461, 4): `+2B` is a plus. */
const plainOf = (address: string): string =>
  address.replace(/\+([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The server's message, or else the code; without the address, which is known. */
const reasonOf = (fields: Fields, recipient: string): string => {
  const said = (fields['diagnostic-code'] ?? '').replace(/^[\w-]+[ \t]*;/, '')
  const [status = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.status ?? '') ?? []
  const whole = said.includes(status) ? said : `${status} ${said}`
  const plain = withoutInvisibleCharacters(whole)
    .replace(/\s+/g, ' ')
    .replaceAll(recipient, '…')
    .replace(/\p{Surrogate}/gu, '')
    .trim()
  return [...(plain || noReason())].slice(0, MAX_REASON).join('')
}

/** For a bounce without a reason. */
const noReason = phrase('mail.no-reason', 'The server gave no reason', 'Mottagarens server sade inte varför')
