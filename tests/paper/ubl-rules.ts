// The business rules of e-invoices that concern ours, as a table: EN 16931-1 (BR-), the network's (PEPPOL-) and the
// Swedish ones (SE-R-). Each has a document of which it holds, and a change of that document's text that breaks it.
import type { Element } from './ubl-document.ts'
import type { PaperName } from './ubl-papers.ts'
import { categoryRules } from './ubl-rules-category.ts'
import { documentRules } from './ubl-rules-document.ts'
import { networkRules } from './ubl-rules-network.ts'
import { sumRules } from './ubl-rules-sum.ts'

export type Rule = {
  id: string
  says: string
  holds: (root: Element) => boolean
  /** A document that the rule is about, and what breaks it there. */
  of: PaperName
  breaks: readonly [RegExp, string]
}

export const rules: readonly Rule[] = [...documentRules, ...sumRules, ...categoryRules, ...networkRules]

/** The rules that a document breaks. */
export const broken = (root: Element): string[] =>
  rules.filter(({ holds }) => !holds(root)).map(({ id, says }) => `${id} ${says}`)
