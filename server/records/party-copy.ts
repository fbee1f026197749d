// The copy of all data about a customer or supplier in a company's books, for the data subject (GDPR art. 15 and 20):
// one JSON file with every part, its purpose and retention period, its source, and its recipients.
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { accessContribution } from '#access'
import { accrualsContribution } from '#accruals'
import { bankingContribution } from '#banking'
import { documentsContribution } from '#documents'
import { eInvoicesContribution } from '#e-invoices'
import type { CompanyRowCall, FileAnswer, Language } from '#http'
import { companyInformation } from '#identity'
import { ledgerContribution } from '#ledger'
import { mailInContribution } from '#mail-in'
import { employeeNamed, payrollContribution } from '#payroll'
import type { CompanyCall } from '#platform/call'
import { dayOf, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { writeStream } from '#platform/files'
import { join, type Sql, sql } from '#platform/sql'
import { type Party, type PartyKind, type PartyPart, platformPartyParts } from '#privacy/party'
import { proposalsContribution } from '#proposals'
import { purchasingContribution, supplierNamed } from '#purchasing'
import { readingsContribution } from '#readings'
import { recurringContribution } from '#recurring'
import { remindersContribution } from '#reminders'
import { archiveContribution, customerNamed, salesContribution, taxReductionContribution } from '#sales'
import { webhooksContribution } from '#webhooks'
import { aboutParty } from './party-words.rules.ts'

/** All parts; a test compares them with the tables of the database. */
export const partyParts: readonly PartyPart[] = [
  ...salesContribution.partyParts,
  ...purchasingContribution.partyParts,
  ...payrollContribution.partyParts,
  ...archiveContribution.partyParts,
  ...taxReductionContribution.partyParts,
  ...recurringContribution.partyParts,
  ...remindersContribution.partyParts,
  ...eInvoicesContribution.partyParts,
  ...ledgerContribution.partyParts,
  ...accrualsContribution.partyParts,
  ...documentsContribution.partyParts,
  ...readingsContribution.partyParts,
  ...proposalsContribution.partyParts,
  ...mailInContribution.partyParts,
  ...bankingContribution.partyParts,
  ...accessContribution.partyParts,
  ...webhooksContribution.partyParts,
  ...platformPartyParts,
]

const namers = { customer: customerNamed, supplier: supplierNamed, employee: employeeNamed }

/**
 * The customer, supplier or employee with queries of their data; refused as not found if they do not exist. `lock`
 * locks the register row until the transaction ends.
 */
export const partyOf = async (
  call: CompanyCall,
  kind: PartyKind,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Party> => {
  const { name, numbers } = await namers[kind](call, id, options)
  const { companyId } = call
  const parts = partyParts.filter(({ of }) => of.includes(kind))
  const documents = together(parts, (part) => part.documents?.({ kind, id, companyId }))
  const known = { kind, id, companyId, documents }
  const entries = together(parts, (part) => part.entries?.(known))
  const uploads = together(parts, (part) => part.uploads?.({ ...known, entries }))
  const resources = together(parts, (part) => part.resources?.({ ...known, entries, uploads }), 'text')
  const addresses = together(parts, (part) => part.addresses?.(known), 'text')
  return { kind, id, name, numbers, documents, entries, uploads, resources, addresses }
}

/** The union of the parts' queries; empty if there are none. */
const together = (
  parts: readonly PartyPart[],
  of: (part: PartyPart) => Sql | undefined,
  type: 'uuid' | 'text' = 'uuid',
): Sql => {
  const known = parts.flatMap((part) => of(part) ?? [])
  const nothing = type === 'uuid' ? sql`select null::uuid as id where false` : sql`select null::text as id where false`
  return join([nothing, ...known.map((one) => sql`(${one})`)], ' union all ')
}

/** Writes the copy of a customer or supplier, and records that it was made. */
export const copyAboutParty = async (
  call: CompanyRowCall,
  { kind, id, language }: { kind: PartyKind; id: string; language: Language },
): Promise<FileAnswer> => {
  const party = await partyOf(call, kind, id)
  const path = call.files.newWorkFile()
  await writeStream(path, Readable.from(copyAbout(call, party, language)))
  recordEvent(call, `${kind}.copied`, { id }, { id })
  const { size } = await stat(path)
  return { path, name: `${kind}-${id}-${dayOf(call.now)}.json`, size, contentType: 'application/json' }
}

async function* copyAbout(call: CompanyCall, party: Party, language: Language): AsyncGenerator<string> {
  const { name: companyName, organizationNumber, email } = await companyInformation(call)
  const head = {
    about: aboutParty[language](party.kind, { name: companyName, organizationNumber, email: email ?? null }),
    [party.kind]: { id: party.id, name: party.name },
    madeDateTime: momentText(call.now),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"parts":[`
  const parts = partyParts.filter(({ of }) => of.includes(party.kind))
  for (const [at, { name, why, from, to, read }] of parts.entries()) {
    const part = { name, why: why[language], from: from[language], ...(to && { to: to[language] }) }
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(part).slice(0, -1)},"items":[`
    let isFirst = true
    for await (const item of await read(call, party)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`
      isFirst = false
    }
    yield ']}'
  }
  yield ']}\n'
}
