// The supplier of a document among the company's: by number first, then by name. If several match, none is chosen.
import type { CompanyCall } from '#platform/call'
import { likelySuppliers, suppliersNamed } from '#purchasing'
import type { Facts } from './facts.rules.ts'
import type { Found } from './page.rules.ts'
import { plainName } from './party.rules.ts'

export type FoundSupplier = Found & { supplier: { id: string; name: string } | null }

/** The supplier, or a possible name; null if the document names none. */
export const supplierOf = async (call: CompanyCall, facts: Facts): Promise<FoundSupplier | null> => {
  const { organizationNumber, bankgiro, plusgiro, names } = facts
  const numbers = [organizationNumber, bankgiro, plusgiro].filter((one) => one !== null)
  const likely = await likelySuppliers(call, {
    name: '',
    orgNumber: organizationNumber?.value ?? null,
    vatNumber: null,
    accounts: [bankgiro, plusgiro].flatMap((giro) => (giro ? [giro.value] : [])),
  })
  const [first, ...others] = likely.filter(({ by }) => by === likely[0]?.by)
  if (first) {
    const place = first.by === 'number' ? organizationNumber : (bankgiro ?? plusgiro)
    if (others.length === 0 && place) return { ...place, supplier: { id: first.id, name: first.name } }
    return null
  }
  return (await byName(call, facts)) ?? unknown(names[0] ?? null, numbers)
}

const unknown = (name: Found | null, numbers: readonly Found[]): FoundSupplier | null => {
  const found = name ?? numbers[0]
  return found ? { ...found, value: name?.value ?? '', supplier: null } : null
}

/** By a name on the document; of names contained in one another, the longest. */
const byName = async (call: CompanyCall, { names, organizationNumber }: Facts): Promise<FoundSupplier | null> => {
  const lines = names.map((name) => ({ name, plain: plainName(name.value) })).filter(({ plain }) => plain !== '')
  const found = await suppliersNamed(
    call,
    lines.map(({ plain }) => plain),
    organizationNumber?.value ?? null,
  )
  const [first, ...others] = found
  if (!first || others.some(({ plain }) => plain === first.plain || !` ${first.plain} `.includes(` ${plain} `))) {
    return null
  }
  const line = lines.find(({ plain }) => ` ${plain} `.includes(` ${first.plain} `))
  return line ? { ...line.name, supplier: { id: first.id, name: first.name } } : null
}
