// A file of statements, one by one: a cluster hands what changes a table on to its machines as the text that came with
// it, and takes one statement at a time for that.

/** Comments, quoted texts and names, bodies between dollars; what divides statements; and all between these. */
const PIECES = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|"[^"]*"|[;,()]|[^-/$'";,()]+|[\s\S]/g

/** The statements of a text without their ends. It has no backslashes in quotes, and no comment within another. */
export const statementsIn = (text: string): string[] => dividedBy(';', text)

const OF_TABLE = /^(?:(?:--[^\n]*)?\n)*(alter table (?:only )?[a-z_]+\.[a-z_]+)\s/

/** A statement that changes a table in several ways as one for each of them; another one as it is. */
export const singleChanges = (statement: string): string[] => {
  const [whole = '', table = ''] = OF_TABLE.exec(statement) ?? []
  if (whole === '') return [statement]
  return dividedBy(',', statement.slice(whole.length)).map((change) => `${table} ${change}`)
}

const DROPPED = /\bdrop\s+view\s+(?:if\s+exists\s+)?([a-z_]+\.[a-z0-9_]+(?:\s*,\s*[a-z_]+\.[a-z0-9_]+)*)/gi

/** The views that a text drops, wherever it says so. */
export const viewsDroppedIn = (text: string): string[] =>
  [...text.matchAll(DROPPED)].flatMap(([, names = '']) => names.split(/\s*,\s*/))

/** The parts of a text between marks that stand in no brackets; what has nothing but comments is left out. */
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
