// The statements in the server's code: every tagged template of SQL that begins like a statement, identified by its
// prepared name if it has one. The parts between its pieces are only known at run time: an executed text matches a
// statement if it contains all its pieces in order.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './bundle.mjs'

/** @typedef {{ id: string, file: string, head: string, name: string | null, pieces: string[] }} Statement */

const BEGINNING = /^(?:select|insert|update|delete|with|merge|lock|truncate)\b/i
const METHODS = ['rows', 'one', 'maybe']
/** Unnamed statements are identified by this many characters of their beginning. */
const HEAD = 80

/** Collapses whitespace, for comparing texts. */
export const plain = (text) => text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()

const piecesOf = ({ template }) =>
  (ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
  )
    .map(plain)
    .filter((piece) => piece !== '')

/** The prepared name of a statement, if it is given next to it. */
const nameOf = ({ parent }) => {
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return null
  const [, name] = parent.arguments
  return METHODS.includes(parent.expression.name.text) && name && ts.isStringLiteral(name) ? name.text : null
}

/**
 * @param {string} file @param {string} text
 * @returns {Statement[]}
 */
export const statementsIn = (file, text) => {
  const found = []
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const pieces = piecesOf(node)
      if (BEGINNING.test(pieces[0] ?? '')) {
        const name = nameOf(node)
        const id = createHash('sha256')
          .update(`${name ?? ''} ${pieces.join(' ? ')}`)
          .digest('hex')
          .slice(0, 10)
        found.push({ id, file, head: pieces.join(' … ').slice(0, HEAD), name, pieces })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true))
  return found
}

export const statements = () => {
  const all = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .flatMap((name) => statementsIn(`server/${name}`, readFileSync(join(root, 'server', name), 'utf8')))
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

/** Whether a plain text contains all pieces in order. */
export const isSaid = ({ pieces }, text) => {
  let from = 0
  for (const piece of pieces) {
    const at = text.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return true
}
