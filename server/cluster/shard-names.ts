// A statement about a table becomes one about a shard by replacing the table's name, and nothing else. This applies to
// statements, and to functions and views, of which each group of shards has its own. String literals and comments are
// left alone.

/** The names in one group of shards. */
export type Names = {
  /** Tables of companies, by name: the group's shard. */
  own: ReadonlyMap<string, string>
  /** Replicated tables, by name: the only shard on each machine. */
  everywhere: ReadonlyMap<string, string>
  /** Functions and views of which each group has its own. */
  programs: ReadonlySet<string>
  group: string
}

/** A comment, a string literal or a name; `(` after a name makes it the name of a function. */
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|\b([a-z][a-z_]*\.[a-z][a-z0-9_]*)(?=(\()?)/g
/**
 * Clauses before the name of a table that is written. Replicated tables are written on all machines, so their name is
 * kept.
 */
const WRITES = /(?:insert\s+into|update(?:\s+only)?|delete\s+from|for\s+update\s+of)\s+$/i
const WRITES_WITHIN = 40

/** The text for a group; unchanged if it concerns no companies. */
export const inGroup = (text: string, names: Names): string => {
  if (!concernsCompanies(text, names)) return text
  return text.replace(TOKEN, (token: string, name: string | undefined, isCalled: string | undefined, at: number) => {
    if (name === undefined) return token
    if (names.programs.has(name)) return isCalled || !names.own.has(name) ? `${name}_${names.group}` : token
    const shard = names.own.get(name)
    if (shard !== undefined) return shard
    const copy = names.everywhere.get(name)
    if (copy === undefined) return token
    return WRITES.test(text.slice(Math.max(0, at - WRITES_WITHIN), at)) ? token : copy
  })
}

/** Whether a text names a table or program of companies. If not, it runs on the whole database. */
export const concernsCompanies = (text: string, { own, programs }: Pick<Names, 'own' | 'programs'>): boolean => {
  for (const [, name] of text.matchAll(TOKEN)) if (name && (own.has(name) || programs.has(name))) return true
  return false
}

/** Whether a text writes rows of any of these tables. */
export const writesAny = (text: string, tables: ReadonlySet<string>): boolean => {
  for (const { 1: name, index } of text.matchAll(TOKEN)) {
    if (name && tables.has(name) && WRITES.test(text.slice(Math.max(0, index - WRITES_WITHIN), index))) return true
  }
  return false
}

const WRITES_ANYTHING = /\b(?:insert\s+into|update|delete\s+from)\b/i

/** Whether a text writes rows of any table at all. */
export const writesAnything = (text: string): boolean => WRITES_ANYTHING.test(text)

/** A function or view from the files of functions. */
export type Program = { name: string; kind: 'function' | 'view'; text: string }

const HEAD = /^create (?:or replace )?(function|view) ([a-z_]+\.[a-z0-9_]+)/

/** Splits the files of functions into single definitions. */
export const programsIn = (files: readonly { text: string }[]): Program[] =>
  files.flatMap(({ text }) =>
    text.split(/^(?=create )/m).flatMap((part) => {
      const [, kind, name] = HEAD.exec(part) ?? []
      return name ? [{ name, kind: kind as Program['kind'], text: part }] : []
    }),
  )

/** Triggers use the name of their table; a shard's name is that name with a number appended. */
const TABLE_OF_TRIGGER = /\btg_table_name\b/g
const NAME_WITHOUT_NUMBER = `regexp_replace(tg_table_name, '_[0-9]+$', '')`

/**
 * The programs that each group needs its own copy of: those that name tables of companies, replicated tables or the
 * table of their trigger, and those that use such a program.
 */
export const ofGroups = (programs: readonly Program[], tables: ReadonlyMap<string, string>): Set<string> => {
  const found = new Set<string>()
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const { name, text } of programs) {
      const others = new Set([...found].filter((one) => one !== name))
      const body = text.slice(text.indexOf(name) + name.length)
      const names = { own: tables, programs: others }
      if (concernsCompanies(body, names) || TABLE_OF_TRIGGER.test(body)) found.add(name)
      TABLE_OF_TRIGGER.lastIndex = 0
    }
  }
  return found
}

/** Session variables of functions are per group, since one session may write to several groups. */
const KEPT = /'(grundbok\.[a-z_]+)'/g

/** The definition of a program for a group. */
export const programInGroup = ({ text }: Program, names: Names): string =>
  inGroup(text, names)
    .replace(TABLE_OF_TRIGGER, () => NAME_WITHOUT_NUMBER)
    .replace(KEPT, `'$1_${names.group}'`)
