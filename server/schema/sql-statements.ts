// Splits a file into single statements: a cluster forwards a change of a table to its machines as text, and accepts
// only one statement at a time for that.

/** Comments, quoted texts and names, dollar-quoted bodies; separators; and everything between these. */
const PIECES = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|"[^"]*"|[;,()]|[^-/$'";,()]+|[\s\S]/g

/** The statements of a text without their semicolons. Backslash escapes and nested comments are not supported. */
export const statementsIn = (text: string): string[] => dividedBy(';', text)

const OF_TABLE = /^(?:(?:--[^\n]*)?\n)*(alter table (?:only )?[a-z_]+\.[a-z_]+)\s/

/** Splits a statement with several changes of a table into one for each; others are returned unchanged. */
export const singleChanges = (statement: string): string[] => {
  const [whole = '', table = ''] = OF_TABLE.exec(statement) ?? []
  if (whole === '') return [statement]
  return dividedBy(',', statement.slice(whole.length)).map((change) => `${table} ${change}`)
}

const DROPPED = /\bdrop\s+view\s+(?:if\s+exists\s+)?([a-z_]+\.[a-z0-9_]+(?:\s*,\s*[a-z_]+\.[a-z0-9_]+)*)/gi

/** The views that a text drops anywhere. */
export const viewsDroppedIn = (text: string): string[] =>
  [...text.matchAll(DROPPED)].flatMap(([, names = '']) => names.split(/\s*,\s*/))

/** The parts of a text between separators outside of parentheses; parts with only comments are left out. */
const dividedBy = (mark: ';' | ',', text: string): string[] => {
  const parts: string[] = []
  let part = ''
  let isEmpty = true
  let depth = 0
  const end = () => {
    if (!isEmpty) parts.push(part.trim())
    part = ''
    isEmpty = true
  }
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece === mark && depth === 0) {
      end()
      continue
    }
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    part += piece
    isEmpty &&= piece.trim() === '' || isComment(piece)
  }
  end()
  return parts
}

const isComment = (piece: string): boolean => piece.startsWith('--') || piece.startsWith('/*')
