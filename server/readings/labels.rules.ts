// Labels before or above a value that tell its meaning.
import { acrossOf, type Line, sharedOf } from './page.rules.ts'

const roles = {
  due: 'förfallodatum|förfallodag|förfallo|förf\\.? ?datum|förfaller|betalas senast|betala senast|sista betalningsdag|oss tillhanda|due date|payment due',
  issued: 'fakturadatum|faktura ?datum|fakt\\.? ?datum|fakturadag|invoice date|köpdatum|kvittodatum|datum|date',
  otherDay:
    'leveransdatum|leveransdag|lev\\.? ?datum|orderdatum|beställningsdatum|avtalsdatum|startdatum|slutdatum|bäst före|perioden|period|delivery date|order date',
  number:
    'fakturanummer|fakturanr|faktura ?nr|faktura ?nummer|fakt\\.? ?nr|invoice number|invoice no|invoice nr|kreditfakturanummer',
  reference: 'ocr-?nummer|ocr-?nr|ocr|betalningsreferens|referensnummer|referensnr|payment reference',
  otherNumber:
    'kundnummer|kundnr|kund ?nr|kund-?id|ordernummer|order ?nr|customer no|telefonnummer|telefon|tel|mobil|er referens|vår referens|kassa|kvittonummer|kvittonr|kvitto ?nr|terminal|autorisering|butik ?nr|iban|swift|bic',
  organization: 'organisationsnummer|org\\.? ?nummer|org\\.?-? ?nr|org\\.? ?no|company no',
  vatNumber:
    'momsregistreringsnummer|momsreg\\.? ?nr|momsreg\\.?nummer|moms-?nr|moms ?nummer|vat-?nr|vat no|vat number|vat id',
  bankgiro: 'bankgironummer|bankgironr|bankgirot|bankgiro|bg-?nr|bg',
  plusgiro: 'plusgironummer|plusgirot|plusgiro|postgiro|pg-?nr|pg',
  payable:
    'summa att betala|belopp att betala|totalt att betala|total att betala|att betala|kvar att betala|amount due|total due|to pay',
  total: 'totalsumma|totalbelopp|slutsumma|fakturabelopp|grand total|totalt|total|summa|sum',
  paid: 'kontokort|bankkort|kortbetalning|kortköp|betalkort|betalt|betalat|belopp|köp|kort|swish|visa|mastercard|amount|mottaget',
  beside:
    'delsumma|sub ?total|netto|nettobelopp|exkl|exklusive|excl|moms|momsbelopp|mervärdesskatt|vat|tax|rabatt|öresavrundning|öresutjämning|avrundning|växel|tillbaka|åter|antal|varav|momsunderlag|underlag|saldo|poäng|bonus|frakt|brutto|tot\\. moms|skatt',
} as const

export type Role = keyof typeof roles

type Label = { role: Role; from: number; to: number }

const patterns = Object.entries(roles).map(
  ([role, words]) => [role as Role, new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'giu')] as const,
)

/** Remarks that VAT is included do not change the meaning of an amount. */
const INCLUDING = /(?<!\p{L})in(?:kl|cl)(?:\.|usive)? *(?:moms|vat|mervärdesskatt)?(?!\p{L})/giu

/** The labels of a line, from left to right; of overlapping ones, the longest. */
export const labelsIn = ({ text }: Line): Label[] => {
  const plain = text.replace(INCLUDING, (all) => ' '.repeat(all.length))
  const all = patterns.flatMap(([role, pattern]) =>
    [...plain.matchAll(pattern)].map(({ 0: { length }, index }) => ({ role, from: index, to: index + length })),
  )
  const longest = all.sort((one, two) => two.to - two.from - (one.to - one.from) || one.from - two.from)
  const kept: Label[] = []
  for (const label of longest) {
    if (!kept.some(({ from, to }) => from < label.to && to > label.from)) kept.push(label)
  }
  return kept.sort((one, two) => one.from - two.from)
}

/** How many lines above a value its label may be. */
const MAX_ABOVE = 2

/** The meaning of a value, and whether its label is above instead of before it. */
type Labelled = { role: Role; isAbove: boolean; isInTable: boolean }

/** Headings of item tables: values below them concern single items. */
const TABLE = /antal|pris|artikel|beskrivning|benämning|qty|quantity|description|price|enhet/i

/** Reads labels once for all values of the same lines. */
export const labelling = (lines: readonly Line[]) => {
  const labels = lines.map(labelsIn)
  return (index: number, from: number, to: number): Labelled | null => {
    const line = lines[index]
    if (!line) return null
    const before = (labels[index] ?? []).filter((label) => label.to <= from).at(-1)
    if (before) return { role: before.role, isAbove: false, isInTable: false }
    const across = acrossOf(line, from, to)
    for (let above = index - 1; above >= Math.max(0, index - MAX_ABOVE); above -= 1) {
      const head = lines[above]
      if (head?.page !== line.page) return null
      const [nearest] = headsIn(head, labels[above] ?? [])
        .map((label) => ({ label, shared: sharedOf(acrossOf(head, label.from, label.to), across) }))
        .filter(({ shared }) => shared > 0)
        .sort((one, two) => two.shared - one.shared)
      if (nearest) return { role: nearest.label.role, isAbove: true, isInTable: TABLE.test(head.text) }
    }
    return null
  }
}

/** Labels without a value after them: their values are below. */
const headsIn = ({ text }: Line, labels: readonly Label[]): Label[] =>
  labels.filter(({ to }, place) => !/\d/.test(text.slice(to, labels[place + 1]?.from)))

export type LabelOf = ReturnType<typeof labelling>
