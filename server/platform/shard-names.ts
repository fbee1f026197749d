// What is said of a table is said of one of its shards by putting the shard's name in its place, and nothing else: in
// statements, and in functions and views, of which each group of shards has its own. What a text quotes or remarks
// stays as it is.

/** Where the names of one group of shards come from. */
export type Names = {
  /** Tables of companies, by name: the shard of the group. */
  own: ReadonlyMap<string, string>
  /** Tables that are everywhere, by name: the one shard that each machine has. */
  everywhere: ReadonlyMap<string, string>
  /** Functions and views of which each group has its own. */
  programs: ReadonlySet<string>
  group: string
}

/** A remark, a quotation or a name; `(` behind a name makes it that of a function. */
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|\b([a-z][a-z_]*\.[a-z][a-z0-9_]*)(?=(\()?)/g
/** Whose rows are written: tables that are everywhere are written on all machines, by the name that stands for all. */
const WRITES = /(?:insert\s+into|update(?:\s+only)?|delete\s+from|for\s+update\s+of)\s+$/i
const WRITES_WITHIN = 40

/** The text for a group; the same text where nothing of it belongs to companies. */
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

/** Whether a text names anything of companies. What does not is said to the whole database. */
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

/** Whether a text says that rows are written, of whatever table. */
export const writesAnything = (text: string): boolean => WRITES_ANYTHING.test(text)

/** A function or a view of the files of functions. */
export type Program = { name: string; kind: 'function' | 'view'; text: string }

const HEAD = /^create (?:or replace )?(function|view) ([a-z_]+\.[a-z0-9_]+)/

/** Cuts the files of functions into what each of them makes. */
export const programsIn = (files: readonly { text: string }[]): Program[] =>
  files.flatMap(({ text }) =>
    text.split(/^(?=create )/m).flatMap((part) => {
      const [, kind, name] = HEAD.exec(part) ?? []
      return name ? [{ name, kind: kind as Program['kind'], text: part }] : []
    }),
  )

/** Triggers say of which table they are; on a shard that is its name without the number at its end. */
const TABLE_OF_TRIGGER = /\btg_table_name\b/g
const NAME_WITHOUT_NUMBER = `regexp_replace(tg_table_name, '_[0-9]+$', '')`

/**
 * Those that each group needs its own of: they name tables of companies, or copies that each machine has, or their
 * trigger's table, or another one that does.
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

/** What functions keep in the session is of their group: one session may write to several. */
const KEPT = /'(grundbok\.[a-z_]+)'/g

/** A program as a group has it. */
export const programInGroup = ({ text }: Program, names: Names): string =>
  inGroup(text, names)
    .replace(TABLE_OF_TRIGGER, () => NAME_WITHOUT_NUMBER)
    .replace(KEPT, `'$1_${names.group}'`)
