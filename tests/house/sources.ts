// The source files of the house, read by the TypeScript compiler: what the tests of the house rules look at.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

export type Source = {
  /** From the root, with slashes: `server/ledger/book.ts`. */
  path: string
  folder: string
  text: string
  tree: ts.SourceFile
}

const CODE = /\.(?:ts|tsx|mjs)$/

/** Every file below these folders, and every folder. */
export const below = (...roots: string[]): { files: string[]; folders: string[] } => {
  const entries = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => ({
      path: join(entry.parentPath, entry.name),
      isFile: entry.isFile(),
    })),
  )
  return {
    files: entries
      .filter(({ isFile }) => isFile)
      .map(({ path }) => path)
      .sort(),
    folders: [...roots, ...entries.filter(({ isFile }) => !isFile).map(({ path }) => path)].sort(),
  }
}

/** Every file of code below these folders. */
export const sourcesBelow = (...roots: string[]): Source[] =>
  below(...roots)
    .files.filter((path) => CODE.test(path))
    .map((path) => sourceOf(path, readFileSync(path, 'utf8')))

/** A file of this path and text. */
export const sourceOf = (path: string, text: string): Source => ({
  path,
  folder: dirname(path),
  text,
  tree: ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true),
})

const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}

export const nodesOf = <Kind extends ts.Node>({ tree }: Source, is: (node: ts.Node) => node is Kind): Kind[] => {
  const found: Kind[] = []
  walk(tree, (node) => {
    if (is(node)) found.push(node)
  })
  return found
}

export const lineOf = ({ tree }: Source, node: ts.Node): number =>
  tree.getLineAndCharacterOfPosition(node.getStart()).line + 1

/** What a file imports or passes on: specifiers as they are written, types and dynamic imports too. */
export const importsOf = (source: Source): string[] => {
  const found: string[] = []
  walk(source.tree, (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      found.push((node.moduleSpecifier as ts.StringLiteral).text)
    }
    const [argument] =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : []
    if (argument && ts.isStringLiteralLike(argument)) found.push(argument.text)
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.push((node.argument.literal as ts.StringLiteral).text)
    }
  })
  return found
}

/** What the import and export declarations of a file name, types too, and no dynamic imports. */
export const importsDeclared = ({ tree }: Source): string[] =>
  tree.statements.flatMap((statement) =>
    (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier
      ? [(statement.moduleSpecifier as ts.StringLiteral).text]
      : [],
  )

/** How many lines the imports of a file take. */
const linesOfImports = (source: Source): number =>
  source.tree.statements
    .filter(ts.isImportDeclaration)
    .reduce(
      (sum, one) => sum + source.tree.getLineAndCharacterOfPosition(one.getEnd()).line + 2 - lineOf(source, one),
      0,
    )

/** Specifiers whose code is there at run time: what is imported for its type alone is left out. */
export const importsAtRunTime = (source: Source): string[] =>
  source.tree.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement)) {
      const { importClause: clause } = statement
      const named = clause?.namedBindings
      const onlyTypes =
        clause?.isTypeOnly === true ||
        (clause !== undefined &&
          clause.name === undefined &&
          named !== undefined &&
          ts.isNamedImports(named) &&
          named.elements.every(({ isTypeOnly }) => isTypeOnly))
      return onlyTypes ? [] : [(statement.moduleSpecifier as ts.StringLiteral).text]
    }
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier || statement.isTypeOnly) return []
    return [(statement.moduleSpecifier as ts.StringLiteral).text]
  })

type Named = { name: string; from: string; isType: boolean }

/** What a file imports by name: the name where it comes from. */
export const namesImported = ({ tree }: Source): Named[] =>
  tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement)) return []
    const named = statement.importClause?.namedBindings
    return named && ts.isNamedImports(named) ? namesOf(statement, named, statement.importClause.isTypeOnly) : []
  })

/** What a file passes on by name: the name that it has here. */
export const namesPassedOn = ({ tree }: Source): Named[] =>
  tree.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return []
    const named = statement.exportClause
    return named && ts.isNamedExports(named) ? namesOf(statement, named, statement.isTypeOnly) : []
  })

const namesOf = (
  { moduleSpecifier }: ts.ImportDeclaration | ts.ExportDeclaration,
  { elements }: ts.NamedImports | ts.NamedExports,
  isTypeOnly: boolean,
): Named[] =>
  elements.map((element) => ({
    name: (ts.isImportSpecifier(element) ? (element.propertyName ?? element.name) : element.name).text,
    from: moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '',
    isType: isTypeOnly || element.isTypeOnly,
  }))

/** What is imported for run time, by specifier; null stands for all of it. */
export const namesAtRunTime = ({ tree }: Source): { specifier: string; names: string[] | null }[] =>
  tree.statements.flatMap((statement): { specifier: string; names: string[] | null }[] => {
    if (!ts.isImportDeclaration(statement)) return []
    const specifier = (statement.moduleSpecifier as ts.StringLiteral).text
    const { importClause: clause } = statement
    const named = clause?.namedBindings
    if (clause?.isTypeOnly === true) return []
    if (!named || !ts.isNamedImports(named) || clause?.name) return [{ specifier, names: null }]
    const names = named.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map((one) => (one.propertyName ?? one.name).text)
    return names.length === 0 ? [] : [{ specifier, names }]
  })

/** What a file passes on, by the name that it has there: the file that it is of, and its name in it. */
export const passedOn = ({ tree }: Source): Map<string, { specifier: string; name: string }> => {
  const found = new Map<string, { specifier: string; name: string }>()
  for (const statement of tree.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier || statement.isTypeOnly) continue
    const { exportClause: clause, moduleSpecifier } = statement
    if (!clause || !ts.isNamedExports(clause)) continue
    const specifier = (moduleSpecifier as ts.StringLiteral).text
    for (const { name, propertyName } of clause.elements) {
      found.set(name.text, { specifier, name: (propertyName ?? name).text })
    }
  }
  return found
}

/** What a file takes from others by name; `*` is all of a file, also where it is imported only when needed. */
export const namesTaken = (source: Source): { name: string; from: string }[] => {
  const whole = nodesOf(
    source,
    (node): node is ts.CallExpression | ts.ImportTypeNode =>
      ts.isImportTypeNode(node) || (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword),
  ).flatMap((node) => {
    const named = ts.isImportTypeNode(node) ? node.argument : node.arguments[0]
    const literal = named && ts.isLiteralTypeNode(named) ? named.literal : named
    return literal && ts.isStringLiteralLike(literal) ? [{ name: '*', from: literal.text }] : []
  })
  const stars = source.tree.statements.flatMap((one) => {
    const isStar =
      (ts.isExportDeclaration(one) && !(one.exportClause && ts.isNamedExports(one.exportClause))) ||
      (ts.isImportDeclaration(one) &&
        one.importClause?.namedBindings !== undefined &&
        ts.isNamespaceImport(one.importClause.namedBindings))
    const from = isStar ? (one as ts.ExportDeclaration).moduleSpecifier : undefined
    return from && ts.isStringLiteral(from) ? [{ name: '*', from: from.text }] : []
  })
  return [...namesImported(source), ...namesFrom(source), ...whole, ...stars]
}

/** What a file passes on, by the names that other files have for it. */
const namesFrom = ({ tree }: Source): { name: string; from: string }[] =>
  tree.statements.flatMap((one) => {
    if (!ts.isExportDeclaration(one) || !one.moduleSpecifier || !one.exportClause) return []
    const from = (one.moduleSpecifier as ts.StringLiteral).text
    if (!ts.isNamedExports(one.exportClause)) return []
    return one.exportClause.elements.map(({ name, propertyName }) => ({ name: (propertyName ?? name).text, from }))
  })

/** The names under which a file exports something. */
export const namesExported = (source: Source): string[] =>
  source.tree.statements.flatMap((one) => {
    if (ts.isExportDeclaration(one)) {
      return one.exportClause && ts.isNamedExports(one.exportClause)
        ? one.exportClause.elements.map(({ name }) => name.text)
        : []
    }
    const modifiers = ts.canHaveModifiers(one) ? ts.getModifiers(one) : undefined
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    if (ts.isVariableStatement(one)) return one.declarationList.declarations.flatMap(({ name }) => boundBy(name))
    const { name } = one as ts.DeclarationStatement
    return name ? [name.text] : []
  })

const boundBy = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundBy(element.name) : []))

/** Whether any code of a file waits. */
export const waits = (source: Source): boolean =>
  nodesOf(
    source,
    (node): node is ts.Node =>
      node.kind === ts.SyntaxKind.AsyncKeyword ||
      node.kind === ts.SyntaxKind.AwaitKeyword ||
      (ts.isIdentifier(node) && node.text === 'Promise'),
  ).length > 0

/** Whether anything of a file is its default export. */
export const exportsDefault = ({ tree }: Source): boolean =>
  tree.statements.some((statement) => {
    if (ts.isExportAssignment(statement)) return true
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      return statement.exportClause.elements.some(({ name }) => name.text === 'default')
    }
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
    return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false
  })

type Measured = { name: string; line: number; lines: number }

/**
 * The functions of a file with their lengths, without the lines of tables; the blocks of `describe` are chapters and
 * not functions.
 */
export const functionsOf = (source: Source): Measured[] => {
  const tables = tableLinesOf(source)
  return nodesOf(source, ts.isFunctionLike)
    .filter((node) => 'body' in node && node.body !== undefined && !isChapter(node))
    .map((node) => {
      const lines = linesOf(source, node)
      return { name: nameOf(node), line: lineOf(source, node), lines: lines.filter((line) => !tables.has(line)).length }
    })
}

/** How many lines of a file count towards its length: those of imports and tables do not. */
export const countedLines = (source: Source): number =>
  source.text.replace(/\n$/, '').split('\n').length - linesOfImports(source) - tableLinesOf(source).size

/**
 * The lines within tables: between the brackets of an object or a list that is declared or returned as it stands, or is
 * the first argument of the call that is. Functions with statements that stand in a table are no part of it.
 */
const tableLinesOf = (source: Source): ReadonlySet<number> => {
  const found = new Set<number>()
  const tables = nodesOf(
    source,
    (node): node is ts.Node =>
      (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) && isWhole(node),
  )
  for (const table of tables) {
    const code = new Set<number>()
    walk(table, (node) => {
      const isCode = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body)
      if (isCode) for (const line of linesOf(source, node)) code.add(line)
    })
    for (const line of linesOf(source, table).slice(1, -1)) if (!code.has(line)) found.add(line)
  }
  return found
}

/** Whether an expression is all that is declared or returned. */
const isWhole = (node: ts.Node): boolean => {
  const { parent } = node
  const isInBrackets =
    ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)
  if (isInBrackets || (ts.isCallExpression(parent) && parent.arguments[0] === node)) return isWhole(parent)
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node)
}

const linesOf = ({ tree }: Source, node: ts.Node): number[] => {
  const at = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1
  const first = at(node.getStart())
  return Array.from({ length: at(node.getEnd()) - first + 1 }, (_, index) => first + index)
}

const isChapter = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /^describe\b/.test(parent.expression.getText())

const nameOf = (node: ts.SignatureDeclaration): string => {
  if (node.name) return node.name.getText()
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : 'a function'
}

type Statement = { line: number; text: string }

/** The texts of a file's tagged templates of this tag, with `${…}` as they are written. */
export const templatesOf = (source: Source, tag: string): Statement[] =>
  nodesOf(source, ts.isTaggedTemplateExpression)
    .filter((node) => node.tag.getText() === tag)
    .map((node) => ({ line: lineOf(source, node), text: node.template.getText().slice(1, -1).trim() }))

/** Every text of a file, of strings and of templates alike; of templates each piece between `${…}`. */
export const textsOf = (source: Source): string[] =>
  nodesOf(
    source,
    (node): node is ts.StringLiteralLike | ts.TemplateLiteralLikeNode =>
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node),
  ).map(({ text }) => text)
