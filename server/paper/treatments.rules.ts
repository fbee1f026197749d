// The VAT treatment of sales in documents: the texts required on untaxed invoices (mervärdesskattelagen 2023:200, 17
// kap. 24 §; directive 2006/112/EC, article 226), and the same in e-invoices, by category of EN 16931 (UNCL 5305) and
// reason (the CEF list VATEX). Pure.
import type { Paper, VatTreatment } from './paper.ts'

/**
 * S taxed by its rate, E exempt, AE reverse charge, K to another member state, G export, O the seller is not registered
 * for VAT. Z, a zero rate, does not exist in Swedish law.
 */
export type TaxCategory = 'S' | 'E' | 'AE' | 'K' | 'G' | 'O'

type InBoth = Readonly<Record<Paper['language'], string>>

/** `code` is null if the reason has none, or if only the seller knows it. */
type Told = { category: TaxCategory; code: string | null; note: InBoth; name: InBoth }

/** The texts of each untaxed treatment: the note, and the name beside the amount. */
const told: Readonly<Record<Exclude<VatTreatment, 'rate'>, Told>> = {
  exempt: {
    category: 'E',
    code: null,
    note: {
      sv: 'Undantaget från moms enligt mervärdesskattelagen (2023:200).',
      en: 'Exempt from VAT under the Swedish VAT Act (2023:200).',
    },
    name: { sv: 'momsfritt', en: 'exempt' },
  },
  reverseCharge: {
    category: 'AE',
    code: 'VATEX-EU-AE',
    note: {
      sv: 'Omvänd betalningsskyldighet: köparen ska betala momsen.',
      en: 'Reverse charge: the buyer is liable for the VAT.',
    },
    name: { sv: 'omvänd', en: 'reverse charge' },
  },
  euGoods: {
    category: 'K',
    code: 'VATEX-EU-IC',
    note: {
      sv: 'Unionsintern varuleverans, undantagen från moms enligt artikel 138 i direktiv 2006/112/EG.',
      en: 'Intra-Union supply of goods, exempt from VAT under Article 138 of Directive 2006/112/EC.',
    },
    name: { sv: 'varor EU', en: 'goods EU' },
  },
  triangular: {
    category: 'AE',
    code: 'VATEX-EU-AE',
    note: {
      sv: 'Omvänd betalningsskyldighet: köparen ska betala momsen, trepartshandel enligt artiklarna 141 och 197 i direktiv 2006/112/EG.',
      en: 'Reverse charge: the buyer is liable for the VAT, triangular trade under Articles 141 and 197 of Directive 2006/112/EC.',
    },
    name: { sv: 'trepartshandel', en: 'triangular trade' },
  },
  euServices: {
    category: 'AE',
    code: 'VATEX-EU-AE',
    note: {
      sv: 'Omvänd betalningsskyldighet: köparen ska betala momsen, artikel 196 i direktiv 2006/112/EG.',
      en: 'Reverse charge: the buyer is liable for the VAT, Article 196 of Directive 2006/112/EC.',
    },
    name: { sv: 'tjänster EU', en: 'services EU' },
  },
  exportGoods: {
    category: 'G',
    code: 'VATEX-EU-G',
    note: {
      sv: 'Export av varor, undantagen från moms enligt artikel 146 i direktiv 2006/112/EG.',
      en: 'Export of goods, exempt from VAT under Article 146 of Directive 2006/112/EC.',
    },
    name: { sv: 'export varor', en: 'export goods' },
  },
  exportServices: {
    category: 'G',
    code: 'VATEX-EU-G',
    note: {
      sv: 'Tjänsten är omsatt utanför EU: svensk moms tas inte ut.',
      en: 'Service supplied outside the EU: no Swedish VAT is charged.',
    },
    name: { sv: 'export tjänster', en: 'export services' },
  },
  marginScheme: {
    category: 'E',
    code: null,
    note: { sv: 'Vinstmarginalbeskattning.', en: 'Margin scheme.' },
    name: { sv: 'vinstmarginal', en: 'margin scheme' },
  },
}

/** A margin scheme (vinstmarginalbeskattning), which the invoice must name in the legal terms. */
type MarginScheme = { code: string; words: InBoth; named: RegExp }

const marginSchemes: readonly MarginScheme[] = [
  {
    code: 'VATEX-EU-F',
    words: { sv: 'Vinstmarginalbeskattning för begagnade varor', en: 'Margin scheme – Second-hand goods' },
    named: /begagnade|second-hand/i,
  },
  {
    code: 'VATEX-EU-I',
    words: { sv: 'Vinstmarginalbeskattning för konstverk', en: 'Margin scheme – Works of art' },
    named: /konstverk|works of art/i,
  },
  {
    code: 'VATEX-EU-J',
    words: {
      sv: 'Vinstmarginalbeskattning för samlarföremål och antikviteter',
      en: 'Margin scheme – Collector’s items and antiques',
    },
    named: /samlarföremål|antikviteter|collector|antiques/i,
  },
  {
    code: 'VATEX-EU-D',
    words: { sv: 'Vinstmarginalbeskattning för resebyråer', en: 'Margin scheme – Travel agents' },
    named: /resebyråer|travel agents/i,
  },
]

/** The margin scheme named in the seller's text, in either language; null if none or several are named. */
export const marginSchemeIn = (reason: string | null | undefined): MarginScheme | null => {
  const named = marginSchemes.filter((scheme) => scheme.named.test(reason ?? ''))
  const [scheme] = named
  return named.length === 1 && scheme ? scheme : null
}

export const categoryOf = (treatment: VatTreatment, { vatNumber }: Pick<Paper['seller'], 'vatNumber'>): TaxCategory => {
  if (treatment === 'rate') return 'S'
  return treatment === 'exempt' && vatNumber === null ? 'O' : told[treatment].category
}

type Reasoned = Pick<Paper, 'language' | 'vatExemptionReason'> & { taxes: readonly { treatment: VatTreatment }[] }

/** The reason code of a category if it is the same for all of these treatments, otherwise null. */
export const reasonCodeOf = (
  category: TaxCategory,
  treatments: readonly VatTreatment[],
  { vatExemptionReason }: Pick<Reasoned, 'vatExemptionReason'>,
): string | null => {
  if (category === 'O') return 'VATEX-EU-O'
  const codes = new Set(
    treatments.map((treatment) => {
      if (treatment === 'marginScheme') return marginSchemeIn(vatExemptionReason)?.code ?? null
      return treatment === 'rate' ? null : told[treatment].code
    }),
  )
  const [code = null] = codes
  return codes.size === 1 ? code : null
}

/**
 * The notes required for the treatments of a document, once each; none for taxed sales. The seller's exemption reason
 * names a margin scheme, or replaces the default text for exempt sales, or is added to the required text.
 */
export const notesOn = (treatments: readonly VatTreatment[], paper: Reasoned): string[] => {
  const { language, vatExemptionReason, taxes } = paper
  const own = vatExemptionReason?.trim() || null
  const isOn = (treatment: VatTreatment) => taxes.some((tax) => tax.treatment === treatment)
  const untaxed = treatments.filter((treatment) => treatment !== 'rate')
  const notes = untaxed.map((treatment) => {
    if (treatment === 'marginScheme') return marginNote(own, language)
    const isReason = treatment === 'exempt' && own !== null && !isOn('marginScheme')
    return isReason ? own : told[treatment].note[language]
  })
  const isBeside = own !== null && untaxed.length > 0 && !isOn('exempt') && !isOn('marginScheme')
  return [...new Set(isBeside ? [...notes, own] : notes)]
}

/** The legal text, with the seller's own text if it differs. */
const marginNote = (own: string | null, language: Paper['language']): string => {
  const scheme = marginSchemeIn(own)
  if (!scheme || own === null) return told.marginScheme.note[language]
  const isSaid = Object.values(scheme.words).some((words) => own.toLowerCase().includes(words.toLowerCase()))
  return isSaid ? own : `${scheme.words[language]}. ${own}`
}

/** The label of a zero rate beside the amount. */
export const treatmentName = (treatment: VatTreatment, language: Paper['language']): string | null =>
  treatment === 'rate' ? null : told[treatment].name[language]
