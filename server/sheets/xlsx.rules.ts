// The parts of a workbook (SpreadsheetML, ECMA-376 part 1), generated from columns and rows.
import type { SheetCell, SheetColumn, SheetRow } from '#http'
import { type Day, daysBetween, swedishTime } from '#platform/day'
import { textFromOre } from '#platform/money'

/** Maximum number of rows in a worksheet, besides the titles: Excel's limit is 1,048,576. */
export const MAX_WORKSHEET_ROWS = 1_000_000
/** Maximum number of characters in a cell. */
const MAX_CELL = 32_767
/** Width of columns in characters, by content type; the maximum for texts. */
const widths: Readonly<Record<SheetColumn['holds'], number>> = {
  text: 40,
  day: 12,
  moment: 17,
  amount: 16,
  integer: 10,
  percent: 10,
}
/** Maximum number of characters in the name of a worksheet. */
const MAX_NAME = 31

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text without characters that XML does not allow. */
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** The cell formats, in order: each plain, and bold. */
const formats = ['text', 'day', 'moment', 'amount', 'integer', 'percent'] as const
const numberFormats: Readonly<Record<SheetColumn['holds'], number>> = {
  text: 0,
  day: 164,
  moment: 165,
  amount: 4,
  integer: 1,
  percent: 10,
}
/** The format of titles follows all others. */
const TITLE = formats.length * 2
const formatOf = (holds: SheetColumn['holds'], isBold: boolean): number =>
  formats.indexOf(holds) + (isBold ? formats.length : 0)

const styles: string = (() => {
  const cell = (font: number, format: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  const cells = [0, 1].flatMap((font) => formats.map((holds) => cell(font, numberFormats[holds])))
  const title =
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1" applyAlignment="1"><alignment wrapText="1" vertical="center"/></xf>'
  const font = (more: string) => `<font>${more}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length + 1}">${cells.join('')}${title}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
})()

/** `AB` is the name of column 27, counted from 0. */
export const columnLetters = (place: number): string => {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : columnLetters(Math.floor(place / 26) - 1) + letter
}

const textCell = (at: string, text: string, format: number): string =>
  text === ''
    ? ''
    : `<c r="${at}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${xml(text.slice(0, MAX_CELL))}</t></is></c>`

/** The base of Excel's day numbers. */
const EPOCH = '1899-12-30' as Day

const numberOf = (cell: SheetCell, holds: SheetColumn['holds']): string => {
  if (typeof cell === 'bigint') return textFromOre(cell)
  return holds === 'percent' ? String(Number(cell) / 100) : String(cell)
}

/** A time in Swedish time: the day number, and the fraction of the day. */
const momentNumber = (moment: string): string => {
  const [day = '', time = ''] = swedishTime(new Date(moment)).split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (daysBetween(EPOCH, day as Day) + (hours * 60 + minutes) / (24 * 60)).toFixed(6)
}

const cellOf = (cell: SheetCell, holds: SheetColumn['holds'], at: string, isBold: boolean): string => {
  if (cell === null) return ''
  const format = formatOf(holds, isBold)
  if (holds === 'day') return `<c r="${at}" s="${format}"><v>${daysBetween(EPOCH, cell as Day)}</v></c>`
  if (holds === 'moment') return `<c r="${at}" s="${format}"><v>${momentNumber(String(cell))}</v></c>`
  if (typeof cell === 'string') return textCell(at, cell, formatOf('text', isBold))
  return `<c r="${at}" s="${format}"><v>${numberOf(cell, holds)}</v></c>`
}

/** The start of a worksheet: fixed titles, and the widths of columns. */
export const worksheetHead = (columns: readonly SheetColumn[]): string => {
  const cols = columns.map(({ holds, key }, place) => {
    const width = key === 'account' ? 9 : widths[holds]
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`
  })
  const titles = columns.map(({ title, over }, place) =>
    textCell(`${columnLetters(place)}1`, over === undefined ? title : `${over} ${title}`, TITLE),
  )
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
}

/** Writes rows, the first of which is number `first`. */
export const worksheetRows = (
  columns: readonly SheetColumn[],
): ((rows: readonly SheetRow[], first: number) => string) => {
  const letters = columns.map((_, place) => columnLetters(place))
  return (rows, first) => {
    let text = ''
    for (const [index, { kind, cells }] of rows.entries()) {
      const number = first + index
      const isBold = kind === 'heading' || kind === 'total'
      text += `<row r="${number}">`
      for (const [place, { holds }] of columns.entries()) {
        text += cellOf(cells[place] ?? null, holds, `${letters[place]}${number}`, isBold)
      }
      text += '</row>'
    }
    return text
  }
}

/** `head` and `foot` are printed on each page. */
export const worksheetFoot = ({ head, foot }: { head: string; foot: string }): string =>
  `</sheetData><pageMargins left="0.5" right="0.5" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>${xml(head.replaceAll('&', '&&'))}</oddHeader><oddFooter>&amp;L${xml(foot.replaceAll('&', '&&'))}&amp;R&amp;P/&amp;N</oddFooter></headerFooter></worksheet>`

/** A valid worksheet name. */
export const worksheetName = (title: string, number: number): string => {
  const plain = title.replace(/[[\]:*?/\\]/g, ' ').replace(/^'|'$/g, ' ')
  return number === 1 ? plain.slice(0, MAX_NAME) : `${plain.slice(0, MAX_NAME - 4)} ${number}`
}

/** The files beside the worksheets, by name. */
export const workbookFiles = (names: readonly string[], about: { title: string; company: string; at: Date }) => {
  const sheets = names.map(
    (name, index) => `<sheet name="${xml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const repeated = names.map(
    (name, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${xml(name.replaceAll("'", "''"))}'!$1:$1</definedName>`,
  )
  const relations = names.map((_, index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`))
  const parts = names.map((_, index) => override(`/xl/worksheets/sheet${index + 1}.xml`, 'worksheet'))
  const moment = `${about.at.toISOString().slice(0, 19)}Z`
  return {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets><definedNames>${repeated.join('')}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([...relations, relation(names.length + 1, 'styles', 'styles.xml')]),
    'xl/styles.xml': styles,
    'docProps/core.xml': `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xml(about.title)}</dc:title><dc:creator>${xml(about.company)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${moment}</dcterms:created></cp:coreProperties>`,
    '_rels/.rels': relationships([
      relation(1, 'officeDocument', 'xl/workbook.xml'),
      `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ]),
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${parts.join('')}${override('/xl/styles.xml', 'styles')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
  }
}

const relation = (number: number, kind: string, target: string): string =>
  `<Relationship Id="rId${number}" Type="${RELATIONS}/${kind}" Target="${target}"/>`

const relationships = (all: readonly string[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`

const override = (part: string, kind: string): string =>
  `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
