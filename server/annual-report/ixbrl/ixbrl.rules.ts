// The annual report as Inline XBRL 1.1 in XHTML, for digital filing: the blocks of the PDF with their facts. Pure.
import type {
  AnnualBlock,
  AnnualCell,
  AnnualCertificate,
  AnnualFact,
  AnnualPaper,
  AnnualSignature,
  AnnualTable,
  AnnualText,
} from '#paper'
import type { Day } from '#platform/day'
import { IXBRL_STYLE } from './ixbrl-style.rules.ts'
import type { Taxonomy } from './taxonomies.rules.ts'

/** The years of the contexts: this one first, each with its first and last day. */
type ContextYear = { startDate: Day; endDate: Day }

type Input = {
  paper: AnnualPaper
  taxonomy: Taxonomy
  years: readonly ContextYear[]
  /** Whether a managing director signs, besides the board. */
  hasManagingDirector: boolean
  program: { name: string; version: string }
}

const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

export const ixbrlOf = (input: Input): string => {
  const { paper, taxonomy, program } = input
  const { company, certificate, period } = paper
  const title = `${company.organizationNumber} ${company.name} - Årsredovisning`
  const namespaces = { ...fixedNamespaces, ...taxonomy.namespaces }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<html xmlns="http://www.w3.org/1999/xhtml" ${Object.entries(namespaces)
      .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
      .join(' ')} xml:lang="sv">`,
    '<head>',
    `<title>${escaped(title)}</title>`,
    '<meta http-equiv="Content-Type" content="application/xhtml+xml; charset=UTF-8"/>',
    `<meta name="programvara" content="${escaped(program.name)}"/>`,
    `<meta name="programversion" content="${escaped(program.version)}"/>`,
    `<style type="text/css">${IXBRL_STYLE}</style>`,
    '</head>',
    '<body>',
    `<div style="display:none">${header(input)}</div>`,
    '<div class="page cover">',
    `<p class="company">${fact('se-cd-base:ForetagetsNamn', 'period0', escaped(company.name))}</p>`,
    `<p>Organisationsnummer ${fact('se-cd-base:Organisationsnummer', 'period0', escaped(company.organizationNumber))}</p>`,
    '<h1>Årsredovisning</h1>',
    `<p>Räkenskapsåret ${period.from} – ${period.to}</p>`,
    '<p class="quiet">Om inte annat anges redovisas alla belopp i hela kronor.</p>',
    ...(certificate ? [certificateText(certificate)] : []),
    '</div>',
    ...pagesOf(paper.blocks),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const fixedNamespaces = {
  iso4217: 'http://www.xbrl.org/2003/iso4217',
  ixt: 'http://www.xbrl.org/inlineXBRL/transformation/2010-04-20',
  xlink: 'http://www.w3.org/1999/xlink',
  link: 'http://www.xbrl.org/2003/linkbase',
  xbrli: 'http://www.xbrl.org/2003/instance',
  ix: 'http://www.xbrl.org/2013/inlineXBRL',
}

const fact = (name: string, context: string, content: string, more = ''): string =>
  `<ix:nonNumeric name="${name}" contextRef="${context}"${more}>${content}</ix:nonNumeric>`

const REPORT_BY = {
  board: 'FinansiellRapportStyrelsenAvgerArsredovisningMember',
  both: 'FinansiellRapportStyrelsenVerkstallandeDirektorenAvgerArsredovisningMember',
}

/** What is not shown: the language, currency and unit, the year, the schemas, the contexts and the units. */
const header = ({ paper: { period, company, certificate }, taxonomy, years, hasManagingDirector }: Input): string => {
  const member = (name: string) => `se-mem-base:${name}`
  const hidden = [
    ['se-cd-base:SprakHandlingUpprattadList', member('SprakSvenskaMember')],
    ['se-cd-base:LandForetagetsSateList', member('LandSverigeMember')],
    ['se-cd-base:RedovisningsvalutaHandlingList', member('ValutaSvenskaKronorMember')],
    ['se-cd-base:BeloppsformatList', member('BeloppsformatNormalformMember')],
    ['se-gen-base:FinansiellRapportList', member(hasManagingDirector ? REPORT_BY.both : REPORT_BY.board)],
    ['se-cd-base:RakenskapsarForstaDag', period.from],
    ['se-cd-base:RakenskapsarSistaDag', period.to],
    ...(company.seat === '' ? [] : [['se-cd-base:ForetagetsSate', escaped(company.seat)]]),
  ].map(([name = '', value = '']) => fact(name, 'period0', value))
  const schema = (address: string) => `<link:schemaRef xlink:type="simple" xlink:href="${address}"/>`
  const entity =
    '<xbrli:entity><xbrli:identifier scheme="http://www.bolagsverket.se">' +
    `${escaped(company.organizationNumber)}</xbrli:identifier></xbrli:entity>`
  const contexts = years.flatMap(({ startDate, endDate }, back) => [
    `<xbrli:context id="period${back}">${entity}<xbrli:period><xbrli:startDate>${startDate}</xbrli:startDate>` +
      `<xbrli:endDate>${endDate}</xbrli:endDate></xbrli:period></xbrli:context>`,
    `<xbrli:context id="balans${back}">${entity}<xbrli:period><xbrli:instant>${endDate}</xbrli:instant>` +
      '</xbrli:period></xbrli:context>',
  ])
  return [
    '<ix:header>',
    `<ix:hidden>${hidden.join('')}</ix:hidden>`,
    `<ix:references>${schema(taxonomy.report)}${certificate ? schema(taxonomy.certificate) : ''}</ix:references>`,
    `<ix:resources>${contexts.join('')}`,
    '<xbrli:unit id="SEK"><xbrli:measure>iso4217:SEK</xbrli:measure></xbrli:unit>',
    '<xbrli:unit id="procent"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>',
    '<xbrli:unit id="antal-anstallda"><xbrli:measure>se-k2-type:AntalAnstallda</xbrli:measure></xbrli:unit>',
    '</ix:resources>',
    '</ix:header>',
  ].join('\n')
}

const BOL = 'se-bol-base:'

const certificateText = (one: AnnualCertificate): string => {
  const { adopted, meetingDate, decision, isAsProposed, original, firstName, lastName, role, signedDate } = one
  const on = (name: string, context: string, text: string, more?: string) =>
    fact(`${BOL}${name}`, context, escaped(text), more)
  const decided = isAsProposed
    ? on('ArsstammaResultatDispositionGodkannaStyrelsensForslag', 'balans0', decision)
    : escaped(decision)
  const certified = `${on('FaststallelseResultatBalansrakning', 'balans0', adopted)} ${on('Arsstamma', 'balans0', meetingDate)}. ${decided}`
  return [
    '<div class="certificate">',
    '<h2>Fastställelseintyg</h2>',
    `<p>${fact(`${BOL}ArsstammaIntygande`, 'balans0', certified, ' continuedAt="intygande-forts"')}</p>`,
    `<p><ix:continuation id="intygande-forts"> ${on('IntygandeOriginalInnehall', 'balans0', original)}</ix:continuation></p>`,
    `<p>${on('UnderskriftFaststallelseintygElektroniskt', 'balans0', 'Elektroniskt underskriven av')}:<br/>`,
    `${on('UnderskriftFaststallelseintygForetradareTilltalsnamn', 'period0', firstName)} `,
    `${on('UnderskriftFaststallelseintygForetradareEfternamn', 'period0', lastName)}, `,
    `${on('UnderskriftFaststallelseintygForetradareForetradarroll', 'period0', role)}<br/>`,
    // The filing service finds the day of the signature by this id.
    `${on('UnderskriftFastallelseintygDatum', 'balans0', signedDate, ' id="ID_DATUM_UNDERTECKNANDE_FASTSTALLELSEINTYG"')}</p>`,
    '</div>',
  ].join('\n')
}

/** Each section is a page. */
const pagesOf = (blocks: readonly AnnualBlock[]): string[] => {
  const declared = new Set<string>()
  const lines = blocks.flatMap((block, at) =>
    block.kind === 'section'
      ? [...(at > 0 ? ['</div>'] : []), `<div class="page"><h2>${escaped(block.text)}</h2>`]
      : [blockText(block, declared)],
  )
  return blocks.length > 0 ? [...lines, '</div>'] : []
}

type Block = Exclude<AnnualBlock, { kind: 'section' }>

const blockText = (block: Block, declared: Set<string>): string => {
  if (block.kind === 'heading') return `<h${block.level + 1}>${escaped(block.text)}</h${block.level + 1}>`
  if (block.kind === 'text') return paragraphs(block)
  if (block.kind === 'signatures') return signatures(block.signatures, declared)
  return tableText(block, declared)
}

const paragraphs = ({ text, fact: of, isQuiet }: AnnualText & { isQuiet?: true }): string => {
  const lines = text.split(/\n{2,}/).map((one) => escaped(one).replace(/\n/g, '<br/>'))
  // A text of several paragraphs is one fact around them.
  if (of && lines.length > 1)
    return `<div>${fact(of.element, of.context, lines.map((one) => `<p>${one}</p>`).join(''))}</div>`
  const [line = ''] = lines
  const shown = lines.length > 1 ? lines.join('</p><p>') : line
  return `<p${isQuiet ? ' class="quiet"' : ''}>${of ? fact(of.element, of.context, shown) : shown}</p>`
}

const inTuple = ({ tuple }: AnnualFact): string =>
  tuple ? ` order="${tuple.order}.0" tupleRef="${escaped(tuple.id)}"` : ''

/** The empty element that begins a repeated group, once before its first fact. */
const tupleOf = (of: AnnualFact | undefined, declared: Set<string>): string => {
  const { tuple } = of ?? {}
  if (!tuple || declared.has(tuple.id)) return ''
  declared.add(tuple.id)
  return `<ix:tuple name="${tuple.element}" tupleID="${escaped(tuple.id)}"/>`
}

const textCell = ({ text, fact: of }: AnnualText): string =>
  of ? fact(of.element, of.context, escaped(text), inTuple(of)) : escaped(text)

const units = { kronor: 'SEK', percent: 'procent', employees: 'antal-anstallda' } as const

/** How many digits stand together. */
const GROUP = 3

/** `1 234`, `33,7` */
const digitsOf = (amount: number, decimals: number): string => {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals)
  const head = whole.length % GROUP
  const groups = Array.from({ length: Math.floor(whole.length / GROUP) }, (_, at) =>
    whole.slice(head + at * GROUP, head + (at + 1) * GROUP),
  )
  const grouped = [...(head > 0 ? [whole.slice(0, head)] : []), ...groups].join(' ')
  return decimals === 0 ? grouped : `${grouped},${digits.slice(-decimals)}`
}

const cellText = (cell: AnnualCell): string => {
  if (cell === null) return ''
  if ('text' in cell) return textCell(cell)
  const { amount, decimals, unit, fact: of } = cell
  const digits = digitsOf(amount, decimals)
  // The sign that is shown is beside the fact: its own says whether the value is below zero.
  const minus = amount < 0 ? '−' : ''
  if (!of) return `${minus}${digits}`
  const value = of.flips ? -amount : amount
  const scale = unit === 'percent' ? -2 : 0
  const sign = value < 0 ? ' sign="-"' : ''
  return (
    `${minus}<ix:nonFraction contextRef="${of.context}" name="${of.element}" unitRef="${units[unit]}" decimals="INF"` +
    ` scale="${scale}" format="ixt:numspacecomma"${sign}${inTuple(of)}>${digits}</ix:nonFraction>`
  )
}

const factOf = (cell: AnnualCell | AnnualText): AnnualFact | undefined => cell?.fact

const tableText = ({ columns, hasNotes, rows }: AnnualTable, declared: Set<string>): string => {
  const tuples = rows
    .flatMap(({ label, cells }) => [label, ...cells])
    .map((cell) => tupleOf(factOf(cell), declared))
    .join('')
  const classOf = (at: number) => (hasNotes && at === 0 ? 'note' : 'amount')
  const head = columns.some((title) => title !== '')
    ? `<thead><tr><th scope="col"></th>${columns
        .map((title, at) => `<th scope="col" class="${classOf(at)}">${escaped(title)}</th>`)
        .join('')}</tr></thead>`
    : ''
  const body = rows.map(({ kind, level, label, cells }) => {
    const style = kind === 'heading' ? `heading level${level}` : kind
    const shown = cells.map((cell, at) => `<td class="${classOf(at)}">${cellText(cell)}</td>`).join('')
    return `<tr class="${style}"><th scope="row">${textCell(label)}</th>${shown}</tr>`
  })
  return `${tuples}<table>${head}<tbody>${body.join('\n')}</tbody></table>`
}

const signatures = (all: readonly AnnualSignature[], declared: Set<string>): string =>
  all
    .map(({ parts, role, day }) => {
      const tuples = [...parts, role].map((one) => tupleOf(factOf(one), declared)).join('')
      const below = day ? `${textCell(role)}<br/>${textCell(day)}` : textCell(role)
      return `${tuples}<div class="signature"><p>${parts.map(textCell).join(' ')}<br/>${below}</p></div>`
    })
    .join('\n')
