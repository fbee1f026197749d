// The guides: README.md and the pages on the shelves of docs/, beside the reference. They are rendered when they are
// first asked for, and written by us: what they say is trusted.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import {
  type Brand,
  copiable,
  type Dictionary,
  dictionary,
  type Html,
  html,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
  trustedHtml,
} from '#http'
import { httpService } from '#http/service'
import { rootFolder } from '#programs/system'

const PATH = '/docs'
/** The path of the API reference. */
export const REFERENCE_PATH = `${PATH}/reference`

/** The folders of docs/ whose pages are served, in the order in which they are listed. */
const SHELVES = ['tutorial', 'guides', 'reference', 'internals'] as const
type Shelf = (typeof SHELVES)[number]
/** `markdown` is the page as it is written, with links that lead to the others' own. */
type Guide = { name: string; shelf: Shelf; title: string; lead: string; markdown: string; body: () => Html }

type Word = 'title' | 'lead' | 'requests' | 'try' | 'all' | 'english' | 'asMarkdown' | 'page' | Shelf

const texts: Dictionary<Record<Word, string>> = dictionary(
  {
    title: 'Dokumentation',
    lead: 'Guiderna förklarar hur allt hänger ihop. Referensen beskriver varje anrop och låter dig prova det.',
    requests: 'Referens',
    tutorial: 'Kom igång',
    guides: 'Guider',
    reference: 'Regler och tabeller',
    internals: 'Så är det byggt',
    try: 'Öppna referensen',
    all: 'Alla guider',
    english: 'Guiderna är på engelska.',
    asMarkdown: 'Som Markdown',
    page: 'sidan som Markdown',
  },
  {
    title: 'Documentation',
    lead: 'The guides explain how everything fits together. The reference describes each request and lets you try it.',
    requests: 'Reference',
    tutorial: 'Getting started',
    guides: 'Guides',
    reference: 'Rules and tables',
    internals: 'Internals',
    try: 'Open the reference',
    all: 'All guides',
    english: '',
    asMarkdown: 'As Markdown',
    page: 'this page as Markdown',
  },
)

/** The order in which a shelf lists its pages; what is not named here comes last. */
const ORDER = ['readme', 'access', 'agencies', 'people', 'sales', 'documents', 'purchasing', 'api']

const read = new Map<string, ReadonlyMap<string, Guide>>()

/** Every guide by its name in addresses; headers have the names of the brand. */
export const guides = (brand: Brand): ReadonlyMap<string, Guide> => {
  const known = read.get(brand.mark) ?? readGuides(rootFolder(), brand)
  read.set(brand.mark, known)
  return known
}

const readGuides = (root: string, brand: Brand): ReadonlyMap<string, Guide> => {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  const files = SHELVES.flatMap((shelf) => {
    const folder = join(root, 'docs', shelf)
    const own = readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => ({ name: file.replace(/\.md$/, ''), shelf, file: join(folder, file) }))
    const all = shelf === 'tutorial' ? [{ name: 'readme', shelf, file: join(root, 'README.md') }, ...own] : own
    return all.toSorted((left, right) => place(left.name) - place(right.name) || left.name.localeCompare(right.name))
  })
  const names = new Set(files.map(({ name }) => name))
  return new Map(
    files.map(({ name, shelf, file }) => {
      const text = httpService.inBrand(readFileSync(file, 'utf8'), brand)
      return [name, guideOf({ name, shelf }, text, names)] as const
    }),
  )
}

const guideOf = ({ name, shelf }: Pick<Guide, 'name' | 'shelf'>, text: string, names: ReadonlySet<string>): Guide => {
  let rendered: Html | null = null
  const body = () => {
    rendered ??= trustedHtml(rendererFor(names).parse(text, { async: false }))
    return rendered
  }
  const [, title = name] = /^# (.+)$/m.exec(text) ?? []
  // The first line says for whom the page is.
  const [, lead = ''] = /^# .+\n+(?:\*For .+\*\n+)?((?:.+\n?)+)/m.exec(text) ?? []
  const markdown = markdownOf(text, names)
  return { name, shelf, title: plainOf(title), lead: plainOf(lead.split(/(?<=[.:])\s/, 1)[0] ?? ''), markdown, body }
}

/** Links of a guide's own text lead to `NAME.md`; those to what is not served become plain text, as on the page. */
const markdownOf = (text: string, names: ReadonlySet<string>): string =>
  text.replace(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g,
    (whole, image: string, words: string, href: string) => {
      if (image !== '') return ''
      const target = targetOf(href, names)
      if (target === href) return whole
      return target === null ? words : `[${words}](${target.replace(/^\.\/([\w-]+)/, './$1.md')})`
    },
  )

/** The text of a line without Markdown markup. */
const plainOf = (line: string): string =>
  line
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Gives each heading an id, as in the files, and each table row that begins with inline code (such as an error code).
 * Links to other guides lead to their pages; links to files that are not served become plain text.
 */
const rendererFor = (names: ReadonlySet<string>): Marked => {
  const taken = new Set<string>()
  const idFor = (wanted: string): string => {
    if (wanted === '' || taken.has(wanted)) return ''
    taken.add(wanted)
    return ` id="${wanted}"`
  }
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth}${idFor(slugOf(text))}>${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      table({ header, rows }) {
        const cellsOf = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
          cells.map((cell) => {
            const code = tag === 'td' ? (/^`([\w-]+)`$/.exec(cell.text)?.[1] ?? '') : ''
            return `<${tag}${idFor(code)}>${this.parser.parseInline(cell.tokens)}</${tag}>`
          })
        const lines = rows.map((cells) => `<tr>${cellsOf(cells, 'td').join('')}</tr>\n`)
        const head = header.some(({ text }) => text !== '')
          ? `<thead><tr>${cellsOf(header, 'th').join('')}</tr></thead>\n`
          : ''
        const inside = `<table>${head}<tbody>${lines.join('')}</tbody></table>`
        return `<div class="scrolls" tabindex="0" role="group">${inside}</div>\n`
      },
      // Images are shown only in the files themselves.
      image: () => '',
      code({ text }) {
        return `<pre tabindex="0"><code>${html`${text}`.text}</code></pre>\n`
      },
      link({ href, tokens }) {
        const target = targetOf(href, names)
        const words = this.parser.parseInline(tokens)
        return target === null ? words : `<a href="${html`${target}`.text}">${words}</a>`
      },
    },
  })
}

/** The target of a Markdown link, relative to `/docs/NAME`. Null if it is not served. */
const targetOf = (href: string, names: ReadonlySet<string>): string | null => {
  if (/^(?:https?:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const file = path.split('/').at(-1) ?? ''
  if (file === 'openapi.json') return '../v1/openapi.json'
  // The only README that is a page is that of the project.
  if (file === 'README.md' && !/^(?:\.\.\/)*README\.md$/.test(path)) return null
  const name = file.replace(/\.md$/, '').toLowerCase()
  return names.has(name) && file.endsWith('.md') ? `./${name}${anchor === undefined ? '' : `#${anchor}`}` : null
}

/** The id of a heading: lower case, hyphens for spaces, other punctuation removed. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

const showIndex = async ({ language, base }: PageCall, brand: Brand): Promise<PageAnswer> => {
  const words = texts[language]
  const linesOf = (shelf: Shelf) =>
    [...guides(brand).values()]
      .filter((guide) => guide.shelf === shelf)
      .map(
        ({ name, title, lead }) => html`<li><div><a href="${base}${PATH}/${name}" hreflang="en">${title}</a><br>
            <span class="hint">${lead}</span></div></li>`,
      )
  const sections = SHELVES.map(
    (shelf) => html`<section class="card" aria-labelledby="${shelf}">
        <h2 id="${shelf}">${words[shelf]}</h2>
        <ul class="rows"${language !== 'en' && html` lang="en"`}>${linesOf(shelf)}</ul>
      </section>`,
  )
  const body = html`<h1>${words.title}</h1>
      <p>${words.lead}</p>
      <section class="card" aria-labelledby="requests">
        <h2 id="requests">${words.requests}</h2>
        <p><a class="button" href="${base}${REFERENCE_PATH}">${words.try}</a></p>
      </section>
      ${words.english !== '' && html`<p class="hint">${words.english}</p>`}
      ${sections}`
  return { title: words.title, body }
}

/** The shelves with their guides, in the order of the index, in English. */
export const shelves = (brand: Brand): { title: string; guides: Guide[] }[] =>
  SHELVES.map((shelf) => ({
    title: texts.en[shelf],
    guides: [...guides(brand).values()].filter((guide) => guide.shelf === shelf),
  }))

const showGuide = async ({ language, base }: PageCall, guide: Guide): Promise<PageAnswer> => {
  const words = texts[language]
  const body = html`<p class="hint"><a href="${base}${PATH}">${words.all}</a> ·
        <a href="${base}${REFERENCE_PATH}">${words.requests}</a> ·
        <a href="${base}${PATH}/${guide.name}.md" type="text/markdown">${words.asMarkdown}</a></p>
      ${copiable(language, { what: words.page, text: guide.markdown, shown: null })}
      <article class="guide" lang="en">${guide.body()}</article>`
  return { title: guide.title, body, program: true }
}

/** A route for each guide. Unknown names get the usual 404. */
export const guidePages = (brand: Brand): readonly PageRow[] => [
  { method: 'GET', path: PATH, visitor: 'anyone', run: (call: PageCall, _: PageInput) => showIndex(call, brand) },
  ...[...guides(brand).values()].map(
    (guide): PageRow => ({
      method: 'GET',
      path: `${PATH}/${guide.name}`,
      visitor: 'anyone',
      run: (call: PageCall, _: PageInput) => showGuide(call, guide),
    }),
  ),
]
