// Every link of the console leads to a page that exists. The compiler cannot say so: the router is made from the tables
// of pages, in which an address is any text.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { lineOf, type Source, sourceOf, sourcesBelow } from './sources.ts'

type Link = { address: string; isHref: boolean; line: number }

/** What calls by these names are given first is an address. */
const GOING = new Set(['go', 'goTo', 'counted'])
/** Lists of addresses, each with what leads there. */
const LISTED = new Set(['places', 'links'])
/** What is known only when the page is drawn, with the reason why there is a page for each. */
const exceptions: Readonly<Record<string, string>> = {
  '/reports/*': 'what it is called is the name of a report, and so is its page',
}

/** The texts that an expression may be; what stands in `${…}` is `*`. */
const textsOf = (node: ts.Node | undefined): string[] => {
  if (!node) return []
  if (ts.isJsxExpression(node) || ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
    return textsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('')]
  return []
}

const isListed = ({ parent }: ts.Node): boolean => ts.isVariableDeclaration(parent) && LISTED.has(parent.name.getText())

/** What a node says of where it leads. */
const leadsOf = (node: ts.Node): string[] => {
  if (ts.isJsxAttribute(node)) return /^(?:to|href)$/.test(node.name.getText()) ? textsOf(node.initializer) : []
  if (ts.isPropertyAssignment(node)) {
    const name = node.name.getText()
    const isPlace = name === 'path' && node.parent.properties.some((one) => one.name?.getText() === 'search')
    return name === 'to' || isPlace ? textsOf(node.initializer) : []
  }
  if (ts.isCallExpression(node)) return GOING.has(node.expression.getText()) ? textsOf(node.arguments[0]) : []
  const isInList = ts.isArrayLiteralExpression(node) && isListed(node.parent)
  return isInList ? node.elements.flatMap((one) => textsOf(one)) : []
}

/** Without its search, and without what stands before all addresses. */
const addressOf = (text: string): string => text.replace(/[?#].*$/, '').replace(/^\*(?=\/)/, '')

/** What comes from elsewhere is judged where it is written. */
const isWhole = (address: string): boolean => address.startsWith('/') && !address.includes('**')

const linksOf = (source: Source): Link[] => {
  const found: Link[] = []
  const visit = (node: ts.Node): void => {
    const isHref = ts.isJsxAttribute(node) && node.name.getText() === 'href'
    for (const address of leadsOf(node).map(addressOf))
      if (isWhole(address)) found.push({ address, isHref, line: lineOf(source, node) })
    node.forEachChild(visit)
  }
  visit(source.tree)
  return found
}

/** What rows of a table say under this name. */
const rowsOf = (source: Source, name: string): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === name) found.push(...textsOf(node.initializer))
    node.forEachChild(visit)
  }
  visit(source.tree)
  return found
}

const sources = sourcesBelow('console').filter(({ path }) => !path.endsWith('.d.ts'))
const tables = sources.filter(({ path }) => /^console\/[^/]+(?:\/[^/]+)?\/index\.ts$/.test(path))
const ofCompany = tables.flatMap((source) => rowsOf(source, 'path'))
const ofPerson = tables.flatMap((source) => rowsOf(source, 'at'))
const ofRouter = sources.filter(({ path }) => path === 'console/routes.tsx').flatMap((source) => rowsOf(source, 'path'))

const pages = [...ofCompany, ...ofCompany.map((path) => `/companies/$companyId${path}`), ...ofPerson, ...ofRouter]

const described = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: Record<string, unknown> }
/** What the service itself shows, and what is downloaded from the API. */
const served = [
  ...sourcesBelow('server').flatMap(({ text }) =>
    [...text.matchAll(/(?:\bPATH =|\bpath:) '(\/[^']*)'/g)].map(([, path = '']) => path),
  ),
  ...Object.keys(described.paths).map((path) => `/v1${path}`),
].map((path) => path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name}`))

/** A value leads to a page that takes any: `/invoices/*` is none where `/invoices/new` is all there is. */
const isAt = (page: string, address: string): boolean => {
  const parts = page.split('/')
  const given = address.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, place) => (part.startsWith('$') ? given[place] !== '' : part === given[place]))
  )
}

const isThere = ({ address, isHref }: Link): boolean =>
  address in exceptions || (isHref ? [...pages, ...served] : pages).some((page) => isAt(page, address))

const astray = (source: Source): string[] =>
  linksOf(source)
    .filter((link) => !isThere(link))
    .map(({ address, line }) => `${source.path}:${line} ${address}`)

/** «id» stands for `${id}`. */
const judged: [text: string, wrong: string[]][] = [
  ['<Go to="/invoices" search={{ open: id }} />', []],
  ['<Go to={`/invoices/«id»`} />', ['/invoices/*']],
  ['<Go to={isCredit ? `/credit-notes/«id»` : `/invoices/«id»/edit`} />', ['/credit-notes/*']],
  ['<Link to={`/companies/«id»/ledger` as never} />', ['/companies/*/ledger']],
  ['<Link to={`/companies/«id»«path»` as never} />', []],
  ['<a href={`«base»/account`} />', []],
  ['<a href={`«base»/acount`} />', ['/acount']],
  ['<Link to={"/account" as never} />', ['/account']],
  ['go("/invoices/new", { copy: id })', []],
  ['go("/invoice/new")', ['/invoice/new']],
  ['void navigate({ to: `/companies/«id»/journals?open=«one»` as never })', ['/companies/*/journals']],
  ['const place = { path: "/bills", search: {} }', ['/bills']],
  ['const links = [["/bills", texts.bill]]', ['/bills']],
]

describe('a link', () => {
  test('leads to a page', () => {
    expect(sources.flatMap(astray)).toEqual([])
    expect(sources.flatMap(linksOf).length).toBeGreaterThan(100)
    expect(pages.length).toBeGreaterThan(100)
  })

  test.each(judged)('is judged rightly: %s', (text, wrong) => {
    const source = sourceOf(
      'console/x/X.tsx',
      text.replace(/«(\w+)»/g, (_, name: string) => `\${${name}}`),
    )
    expect(astray(source)).toEqual(wrong.map((address) => `console/x/X.tsx:1 ${address}`))
  })
})
