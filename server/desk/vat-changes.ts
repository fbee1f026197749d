// What of a company a change of a VAT rate touches: what follows it by a kind, what looks like food and has a rate of
// its own, which follows nothing; and the kinds that people give these at once.
import { giveRulesKinds, pinnedRules, rulesByKind } from '#banking'
import type { CompanyRowCall } from '#http'
import { identityContribution } from '#identity'
import { accountNames, giveTemplatesKinds, pinnedTemplateLines, templatesByKind } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { giveLinesKinds, pinnedLines, recurringByKind } from '#recurring'
import { type VatKind, vatKinds } from '#rule/vat-kind'
import { changesOfKind, rateOfKind } from '#rule/vat-kinds'
import { giveItemsKinds, isPinnedFood, itemsByKind, type Pinned, pinnedItems } from '#sales'

/** Maximum number of each that is shown. */
const MAX_SHOWN = 200

/** What may have a kind, with the scope that changes it. */
const carriers = {
  items: 'items:write',
  recurringInvoices: 'invoices:write',
  entryTemplates: 'journal-entries:write',
  matchingRules: 'bank-statements:write',
} as const
type Carrier = keyof typeof carriers
const carrierNames = Object.keys(carriers) as Carrier[]

type Given = { id: string; vatKind: VatKind }
type GivenLine = Given & { line: number }
export type GivenKinds = {
  items?: readonly Given[]
  recurringInvoices?: readonly GivenLine[]
  entryTemplates?: readonly GivenLine[]
  matchingRules?: readonly Given[]
}

/** Something that looks like food at a chosen rate; `isDue`: food does not have that rate today. */
type PinnedFood = { id: string; line?: number; description: string; taxRate: number; isDue: boolean }

export type Counts = { [Name in Carrier]: number }
type Change = Counts & { vatKind: VatKind; from: string; rateBefore: number; rate: number }
export type VatChanges = { today: string; changes: Change[]; pinned: { [Name in Carrier]: PinnedFood[] } }

/** The changes that the law is known to make, and what of the company follows them or does not. */
export const readVatChanges = async (call: CompanyCall): Promise<VatChanges> => {
  const today = dayOf(call.now)
  const counts = {
    items: await itemsByKind(call),
    recurringInvoices: await recurringByKind(call),
    entryTemplates: await templatesByKind(call),
    matchingRules: await rulesByKind(call),
  }
  const countsOf = (kind: VatKind): Counts => ({
    items: counts.items.get(kind) ?? 0,
    recurringInvoices: counts.recurringInvoices.get(kind) ?? 0,
    entryTemplates: counts.entryTemplates.get(kind) ?? 0,
    matchingRules: counts.matchingRules.get(kind) ?? 0,
  })
  const pinned = {
    items: await pinnedItems(call),
    recurringInvoices: await pinnedLines(call),
    entryTemplates: await pinnedTemplateLines(call),
    matchingRules: await pinnedRules(call),
  }
  const numbers = carrierNames.flatMap((name) => pinned[name].flatMap(({ account }: Pinned) => account ?? []))
  const names = await accountNames(call, numbers)
  const foodIn = (found: readonly Pinned[]): PinnedFood[] =>
    found
      .filter((one) => isPinnedFood({ ...one, accountName: names.get(one.account ?? 0) }))
      .map(({ account: _, ...one }) => ({ ...one, isDue: one.taxRate !== rateOfKind('food', today) }))
      .slice(0, MAX_SHOWN)
  return {
    today,
    changes: vatKinds
      .flatMap((kind) => changesOf(kind, today).map((change) => ({ ...change, ...countsOf(kind) })))
      .sort((one, other) => (one.from < other.from ? -1 : 1)),
    pinned: {
      items: foodIn(pinned.items),
      recurringInvoices: foodIn(pinned.recurringInvoices),
      entryTemplates: foodIn(pinned.entryTemplates),
      matchingRules: foodIn(pinned.matchingRules),
    },
  }
}

const changesOf = (vatKind: VatKind, today: string) => {
  const days = changesOfKind(vatKind, today)
  return days.map(({ from, rate }, index) => ({
    vatKind,
    from,
    rateBefore: days[index - 1]?.rate ?? rateOfKind(vatKind, today) ?? 0,
    rate,
  }))
}

/** Gives all of these their kinds, or none; refused where the caller may not change one of them. */
export const giveVatKinds = async (call: CompanyRowCall, given: GivenKinds): Promise<void> => {
  const missing = carrierNames.find((name) => (given[name] ?? []).length > 0 && !call.scopes.has(carriers[name]))
  if (missing) throw identityContribution.refusals.missingScope({ scope: carriers[missing] })
  await giveItemsKinds(call, given.items ?? [])
  await giveLinesKinds(call, given.recurringInvoices ?? [], 'recurringInvoices')
  await giveTemplatesKinds(call, given.entryTemplates ?? [], 'entryTemplates')
  await giveRulesKinds(call, given.matchingRules ?? [], 'matchingRules')
}
