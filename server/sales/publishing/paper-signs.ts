// Checks that a PDF can show every character of a document. Characters without a font are reported before publication,
// since the document cannot be corrected afterwards.
import { type Paper, type Strange, strangeIn } from '#paper'
import type { FieldError } from '#platform/refusal'
import { pointer } from '#text/json'
import { textsIn } from './paper.rules.ts'
import { paperFaults as faults, paperRemedies as remedies } from './paper-refusals.ts'

type Place = { field: string; value: unknown }

/**
 * The fields with unsupported characters. Texts that a credit note copies from its invoice are not checked: a published
 * invoice can always be credited.
 */
export const strangeOn = (paper: Paper, credited: unknown = null): FieldError[] => {
  const repeated = new Set(textsIn(credited))
  const found = (value: unknown) =>
    textsIn(value).flatMap((text) => {
      const { signs, inOptional } = repeated.has(text) ? NOTHING : strangeIn(text)
      return signs.length > 0 ? [{ text, signs: signs.join(', '), inOptional }] : []
    })
  return [
    ...ownPlaces(paper).flatMap(({ field, value }) =>
      found(value).map(({ signs, inOptional }) => {
        const remedy = inOptional ? remedies.rewriteOrInstall() : remedies.rewrite()
        return faults.strangeSigns(field, { signs, remedy })
      }),
    ),
    ...found(paper.seller).map(({ text, signs, inOptional }) => {
      const remedy = inOptional ? remedies.changeOrInstall() : remedies.change()
      return faults.strangeInCompany('#', { text, signs, remedy })
    }),
  ]
}

const NOTHING: Strange = { signs: [], inOptional: false }

/** The texts of the document and its customer, each with the field in which it can be corrected. */
const ownPlaces = (paper: Paper): Place[] => {
  const { lines, references, deliveryAddress, vatExemptionReason, taxReduction, buyer, paymentTerms } = paper
  const { contact, ...customer } = buyer
  const { type, ...reduction } = taxReduction ?? { type: null }
  const within = (object: object | null, ...path: string[]): Place[] =>
    Object.entries(object ?? {}).map(([name, value]) => ({ field: pointer(...path, name), value }))
  return [
    ...lines.map(({ description }, at) => ({ field: pointer('lineItems', at, 'description'), value: description })),
    { field: pointer('orderNumberReference'), value: references.orderNumber },
    { field: pointer('projectReference'), value: references.project },
    { field: pointer('buyerReference'), value: references.buyer },
    { field: pointer('contractReference'), value: references.contract },
    { field: pointer('vatExemptionReason'), value: vatExemptionReason },
    ...within(deliveryAddress, 'deliveryAddress'),
    ...within(reduction, 'taxReduction'),
    ...within(customer, 'customerRef'),
    { field: pointer('customerRef', 'paymentTerms'), value: paymentTerms },
    { field: pointer('contactDetailRef'), value: contact },
  ]
}
