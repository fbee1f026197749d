// Erasing a customer, a supplier or an employee (GDPR art. 17) within the law on bookkeeping (bokföringslagen
// 7 kap. 2 §): data not needed by the books is deleted immediately; accounting information stays, with the date until
// which it is kept.
import { bankingContribution } from '#banking'
import { deskContribution } from '#desk'
import { DateOnly, httpContribution, type Language, named, nullable, object, type Row, row, Type } from '#http'
import { keptUntil, ledgerContribution } from '#ledger'
import { mailInContribution } from '#mail-in'
import { payrollContribution } from '#payroll'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Kind } from '#platform/event-kinds'
import { type ErasurePart, type ErasureStep, type Party, type PartyKind, platformErasure } from '#privacy/party'
import { proposalsContribution } from '#proposals'
import { purchasingContribution } from '#purchasing'
import { partyOf } from '#records'
import { recurringContribution } from '#recurring'
import { remindersContribution } from '#reminders'
import { salesContribution } from '#sales'

const hindered = {
  employee: payrollContribution.peopleRefusals.employeeHindered,
  customer: salesContribution.customerRefusals.customerHindered,
  supplier: purchasingContribution.supplierRefusals.supplierHindered,
}

/**
 * In this order: mails are found by addresses that later steps delete, and the row of the register is deleted late.
 * Stored replies come last, including those written while this transaction waited for locks.
 */
const parts: readonly ErasurePart[] = [
  platformErasure,
  mailInContribution.erasure,
  deskContribution.erasure,
  proposalsContribution.erasure,
  bankingContribution.erasure,
  recurringContribution.erasure,
  remindersContribution.erasure,
  salesContribution.erasure,
  purchasingContribution.erasure,
  payrollContribution.erasure,
  ledgerContribution.erasure,
  httpContribution.answersErasure,
]

const Erasure = named(
  'Erasure',
  object({
    canErase: Type.Boolean(),
    hindrances: Type.Array(
      object({
        reason: Type.String({ examples: ['Invoice 1001, due on 2026-05-31, is not paid: …'] }),
        law: Type.String({ examples: ['GDPR art. 17.3 b'] }),
      }),
      { description: 'Why nothing is erased yet' },
    ),
    removed: Type.Array(object({ what: Type.String(), count: Type.Integer() }), {
      description: 'What goes at once, as far as there is any',
    }),
    kept: Type.Array(
      object({
        what: Type.String(),
        count: Type.Integer(),
        keptUntil: nullable({
          ...DateOnly,
          description: 'The last day that the law wants it kept; null where there is none',
        }),
        law: Type.String({ examples: ['Bokföringslagen 7 kap. 2 §'] }),
      }),
      { description: 'What stays as accounting information, as far as there is any' },
    ),
  }),
)

type Counted = { step: ErasureStep; count: number }

const countAll = async (call: CompanyCall, party: Party): Promise<Counted[]> => {
  const counted: Counted[] = []
  for (const step of parts.flatMap(({ steps }) => steps))
    if (step.of.includes(party.kind)) counted.push({ step, count: await step.count(call, party) })
  return counted
}

const told = async (call: CompanyCall, party: Party, language: Language) => {
  const counted = await countAll(call, party)
  const hindrances = (await all(parts, (part) => part.hindrances?.(call, party))).map(({ what, law }) => ({
    reason: what[language],
    law,
  }))
  const kept = (await all(parts, (part) => part.kept?.(call, party))).flatMap(({ what, count, lastDay, law }) =>
    count === 0
      ? []
      : [{ what: what[language], count, keptUntil: lastDay === null ? null : keptUntil(dayFrom(lastDay)), law }],
  )
  const removed = counted.flatMap(({ step, count }) => (count === 0 ? [] : [{ what: step.what[language], count }]))
  return { canErase: hindrances.length === 0, hindrances, removed, kept }
}

const all = async <T>(
  of: readonly ErasurePart[],
  ask: (part: ErasurePart) => Promise<readonly T[]> | undefined,
): Promise<T[]> => {
  const found: T[] = []
  // One after the other, because they share one connection.
  for (const part of of) found.push(...((await ask(part)) ?? []))
  return found
}

type Asked = { kind: PartyKind; id: string; language: Language }

const preview = async (call: CompanyCall, { kind, id, language }: Asked) =>
  told(call, await partyOf(call, kind, id), language)

const erase = async (call: CompanyCall, { kind, id, language }: Asked) => {
  const party = await partyOf(call, kind, id, { lock: true })
  const outcome = await told(call, party, language)
  if (!outcome.canErase)
    throw hindered[kind]({
      id,
      reasons: outcome.hindrances.map(({ reason, law }) => `${reason} (${law})`).join(' '),
    })
  for (const { step } of (await countAll(call, party)).filter(({ count }) => count > 0)) await step.remove(call, party)
  // Only numbers, no contents.
  recordEvent(call, `${kind}.erased`, { id }, { id, removed: outcome.removed.map(({ count }) => count) })
  return outcome
}

/** The events of the other data that is removed. */
const eventsBeside: readonly Kind[] = [
  ...(['invoice.changed', 'invoice.deleted', 'invoice.links-ended', 'recurring-invoice.deleted'] as const),
  ...(['credit-note.changed', 'credit-note.deleted'] as const),
  ...(['reminder-hold.lifted', 'matching-rule.deleted'] as const),
]

const registers = {
  customer: {
    Name: 'Customer',
    path: 'customers',
    tag: 'Customers',
    notFound: salesContribution.customerRefusals.customerNotFound,
  },
  supplier: {
    Name: 'Supplier',
    path: 'suppliers',
    tag: 'Suppliers',
    notFound: purchasingContribution.supplierRefusals.supplierNotFound,
  },
  employee: {
    Name: 'Employee',
    path: 'employees',
    tag: 'Payroll',
    notFound: payrollContribution.peopleRefusals.employeeNotFound,
  },
}

const rowsOf = (kind: PartyKind): readonly Row[] => {
  const { Name, path, tag, notFound } = registers[kind]
  const common = {
    tag,
    path: `/companies/{companyId}/${path}/{${kind}Id}/erasure`,
    by: 'people' as const,
    answer: { json: Erasure },
  }
  const asked = (params: Readonly<Record<string, string>>, language: Language): Asked => ({
    kind,
    language,
    id: params[`${kind}Id`] ?? '',
  })
  return [
    row({
      ...common,
      method: 'GET',
      scope: 'personal-data:read',
      operationId: `preview${Name}Erasure`,
      summary: `See what erasing a ${kind} would do`,
      description: `What would go at once, what stays as accounting information, until which day and by which law, and what keeps it from being done yet (GDPR art. 17 and 17.3; bokföringslagen 7 kap. 2 §).`,
      snapshot: true,
      refusals: [notFound],
      run: (call, { params, language }) => preview(call, asked(params, language)),
    }),
    row({
      ...common,
      method: 'POST',
      scope: 'personal-data:erase',
      operationId: `erase${Name}`,
      summary: `Erase a ${kind}`,
      description: `Removes at once what the books do not need, and answers what went and what stays, as the preview has it. It cannot be undone. A ${kind} whom no document refers to is gone altogether. It is refused while something is unpaid or runs.`,
      events: [`${kind}.erased`, `${kind}.deleted`, ...eventsBeside],
      refusals: [notFound, hindered[kind]],
      run: (call, { params, language }) => erase(call, asked(params, language)),
    }),
  ]
}

/** The endpoints of erasing. */
export const erasureRows: readonly Row[] = [...rowsOf('customer'), ...rowsOf('supplier'), ...rowsOf('employee')]
