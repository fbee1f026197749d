// A printable document as standalone HTML: sections with texts and tables, which may be long and are written in
// portions.
import { type Html, html, trustedHtml } from '#http'

/** Table rows: all of them, or in portions. */
type Rows = readonly (readonly string[])[] | AsyncIterable<readonly (readonly string[])[]>

export type Section = { title: string; texts?: readonly string[]; table?: { columns: readonly string[]; rows: Rows } }

export type TextDocument = { title: string; lead: readonly string[]; sections: readonly Section[] }

const STYLE = trustedHtml(`<style>
  body { font: 11pt/1.45 Georgia, 'Times New Roman', serif; color: #1a1a1a; max-width: 62rem;
    margin: 2rem auto; padding: 0 1.5rem }
  h1 { font-size: 1.7rem; margin: 0 0 .5rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; break-after: avoid }
  table { border-collapse: collapse; width: 100%; font: 9pt/1.35 Arial, Helvetica, sans-serif }
  th, td { text-align: left; vertical-align: top; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid #ddd;
    overflow-wrap: break-word }
  td:last-child { overflow-wrap: anywhere }
  thead { display: table-header-group } tr { break-inside: avoid }
  @page { size: A4; margin: 18mm 15mm }
</style>`)

/** The document in portions. */
export async function* portionsOf({ title, lead, sections }: TextDocument): AsyncGenerator<string> {
  yield '<!doctype html>\n<html lang="sv">\n<head><meta charset="utf-8">'
  yield `${html`<title>${title}</title>${STYLE}`.text}</head>\n<body>\n`
  yield html`<h1>${title}</h1>${paragraphs(lead)}`.text
  for (const section of sections) yield* portionsOfSection(section)
  yield '</body>\n</html>\n'
}

async function* portionsOfSection({ title, texts = [], table }: Section): AsyncGenerator<string> {
  yield html`\n<h2>${title}</h2>${paragraphs(texts)}`.text
  if (!table) return
  let isEmpty = true
  for await (const rows of inPortions(table.rows)) {
    if (rows.length === 0) continue
    if (isEmpty) yield html`\n<table><thead>${rowOf('th', table.columns)}</thead><tbody>`.text
    isEmpty = false
    yield rows.map((row) => rowOf('td', row).text).join('')
  }
  yield isEmpty ? html`<p>Inga.</p>`.text : '</tbody></table>\n'
}

async function* inPortions(rows: Rows): AsyncGenerator<readonly (readonly string[])[]> {
  if (Symbol.asyncIterator in rows) yield* rows
  else yield rows
}

const paragraphs = (texts: readonly string[]): Html[] => texts.map((text) => html`<p>${text}</p>`)

const rowOf = (cell: 'th' | 'td', texts: readonly string[]): Html =>
  cell === 'th'
    ? html`<tr>${texts.map((text) => html`<th>${text}</th>`)}</tr>\n`
    : html`<tr>${texts.map((text) => html`<td>${text}</td>`)}</tr>\n`
