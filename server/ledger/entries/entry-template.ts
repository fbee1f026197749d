// Entry templates (konteringsmallar): recurring bookings, as lines computed from an amount. A template is not
// accounting information: it may be changed and deleted at any time, and entries keep no reference to it.
import { accountAtRate } from '#ledger/accounts/account-map.rules'
import { boxAtRate } from '#ledger/accounts/vat-row.rules'
import { bookOf, lockBooks } from '#ledger/book'
import { ledgerFaults, ledgerRefusals } from '#ledger/refusals'
import { type EntryTag, placesOf, type TagUse, tagIdsIn, wrongInTags } from '#ledger/tags/tag.rules'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isVatKind, type VatKind } from '#rule/vat-kind'
import { isVatRate, USUAL_RATE, type VatRate } from '#rule/vat-rates'
import { decideTemplate, kindRateOn, type TemplateItem, takesAmount, workOut } from './entry-template.rules.ts'
import { knownTags, type PlacedTag, tagOrder, tagsAt } from './journal-entry-tags.ts'

export type EntryTemplate = {
  id: string
  name: string
  title: string | null
  items: (TemplateItem & { tags: EntryTag[] })[]
  tags: EntryTag[]
  takesAmount: boolean
  modifiedAt: Date
}

export type NewEntryTemplate = {
  name: string
  title?: string | null | undefined
  items: readonly (TemplateItem & { tags?: readonly TagUse[] | undefined })[]
  tags?: readonly TagUse[] | undefined
}

/** An entry computed from a template, without a date. */
type WorkedOut = {
  title: string
  items: { account: number; debit?: number; credit?: number; vatCode?: string; tags: EntryTag[] }[]
  tags: EntryTag[]
}

/** Maximum number of entry templates of a company. */
const MAX_TEMPLATES = 1000

/** An item as stored. */
type StoredItem = {
  kind: TemplateItem['kind']
  account: number
  side: 'debit' | 'credit'
  ore: number
  percent: number
  vatRate: VatRate
  vatKind: VatKind | null
  vatIncluded: boolean
  vatCode: string | null
}

type TemplateRow = Pick<EntryTemplate, 'id' | 'name' | 'title' | 'modifiedAt'> & {
  items: StoredItem[]
  tags: PlacedTag[] | null
}

const columns = sql`
  m.id, m.name, m.title, m.modified_at as "modifiedAt",
  (select jsonb_agg(jsonb_build_object('kind', i.kind, 'account', i.account, 'side', i.side, 'ore', i.amount,
      'percent', i.percent, 'vatRate', i.vat_rate, 'vatKind', i.vat_kind, 'vatIncluded', i.vat_included,
      'vatCode', i.vat_code) order by i.line)
    from ledger.entry_template_item i where i.company_id = m.company_id and i.entry_template_id = m.id) as items,
  (select jsonb_agg(jsonb_build_object('line', nullif(u.line, 0), 'tagId', t.id, 'tagGroupId', g.id, 'tagName', t.name,
      'tagGroupName', g.name, 'weight', u.weight) order by u.line, ${tagOrder})
    from ledger.entry_template_tag u
    join ledger.tag t on t.company_id = u.company_id and t.id = u.tag_id
    join ledger.tag_group g on g.company_id = t.company_id and g.id = t.tag_group_id
    where u.company_id = m.company_id and u.entry_template_id = m.id) as tags`

const shown = ({ id, name, title, items, tags, modifiedAt }: TemplateRow): EntryTemplate => {
  const read = items.map((item, index) => ({ ...itemOf(item), tags: tagsAt(tags, index + 1) }))
  return { id, name, title, items: read, tags: tagsAt(tags, null), takesAmount: takesAmount(read), modifiedAt }
}

const itemOf = ({ kind, account, side, vatCode, ...item }: StoredItem): TemplateItem => {
  const on = { account, ...(vatCode === null ? {} : { vatCode }) }
  if (kind === 'rest') return { kind, ...on }
  if (kind === 'fixed') return { kind, ...on, side, amount: numberFromOre(BigInt(item.ore)) }
  if (kind === 'share') return { kind, ...on, side, percent: item.percent }
  const { vatRate, vatKind, vatIncluded } = item
  return { kind, ...on, side, ...(vatKind ? { vatKind } : { vatRate }), vatIncluded }
}

const listOf = (companyId: string): List<TemplateRow, EntryTemplate> => ({
  name: 'entry-templates',
  columns,
  from: sql`ledger.entry_template m`,
  where: sql`m.company_id = ${companyId}`,
  key: [sql`m.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      name: { type: 'string', column: sql`m.name` },
      title: { type: 'string', column: sql`m.title` },
      modifiedDateTime: { type: 'datetime', column: sql`m.modified_at` },
    },
  },
  itemOf: shown,
})

/** The company's entry templates, newest first. */
export const listEntryTemplates = (call: CompanyCall, request: PageRequest): Promise<Page<EntryTemplate>> =>
  listPage(call, listOf(call.companyId), request)

/** One entry template; refused as not found if it does not exist. */
export const getEntryTemplate = async ({ db, companyId }: CompanyCall, id: string): Promise<EntryTemplate> => {
  const row = await db.maybe<TemplateRow>(
    sql`select ${columns} from ledger.entry_template m where m.company_id = ${companyId} and m.id = ${id}`,
  )
  if (!row) throw ledgerRefusals.templateNotFound({ id })
  return shown(row)
}

/** The template with this id or name; null if there is none. */
export const findEntryTemplate = async (
  { db, companyId }: CompanyCall,
  sought: { id: string } | { name: string },
): Promise<EntryTemplate | null> => {
  const which = 'id' in sought ? sql`m.id = ${sought.id}` : sql`m.name = ${sought.name}`
  const row = await db.maybe<TemplateRow>(
    sql`select ${columns} from ledger.entry_template m where m.company_id = ${companyId} and ${which}`,
  )
  return row && shown(row)
}

/**
 * The current template. Templates change only under the book lock, so accounts, tags and names stay unchanged until the
 * transaction ends.
 */
export const lockEntryTemplate = async (call: CompanyCall, id: string): Promise<EntryTemplate> => {
  await lockBooks(call)
  return getEntryTemplate(call, id)
}

/** Adds a template. */
export const createEntryTemplate = async (call: CompanyCall, body: NewEntryTemplate): Promise<EntryTemplate> => {
  const { db, companyId, now } = call
  await lockBooks(call)
  refuseIfAny(await examineEntryTemplate(call, body))
  const { count } = await db.one<{ count: bigint }>(
    sql`select count(*) from ledger.entry_template where company_id = ${companyId}`,
  )
  if (count >= MAX_TEMPLATES) throw ledgerRefusals.tooManyTemplates({ limit: MAX_TEMPLATES })
  const id = newId()
  const { name, title } = trimmed(body)
  await db.rows(sql`
    insert into ledger.entry_template (company_id, id, name, title, created_at, modified_at)
    values (${companyId}, ${id}, ${name}, ${title}, ${now}, ${now})`)
  await insertItems(call, id, body)
  recordEvent(call, 'entry-template.created', { id }, { id, ...trimmed(body), items: body.items })
  return getEntryTemplate(call, id)
}

/** Replaces all content of a template. */
export const updateEntryTemplate = async (
  call: CompanyCall,
  id: string,
  body: NewEntryTemplate,
): Promise<EntryTemplate> => {
  const { db, companyId, now } = call
  const before = await lockEntryTemplate(call, id)
  refuseIfAny(await examineEntryTemplate(call, body, id))
  const { name, title } = trimmed(body)
  await db.rows(
    sql`delete from ledger.entry_template_tag where company_id = ${companyId} and entry_template_id = ${id}`,
  )
  await db.rows(sql`
    delete from ledger.entry_template_item where company_id = ${companyId} and entry_template_id = ${id}`)
  await db.rows(sql`
    update ledger.entry_template set name = ${name}, title = ${title} where company_id = ${companyId} and id = ${id}`)
  await insertItems(call, id, body)
  const after = await getEntryTemplate(call, id)
  if (JSON.stringify(after) === JSON.stringify(before)) return before
  await db.rows(sql`
    update ledger.entry_template set modified_at = ${now} where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'entry-template.changed', { id }, { id, before: told(before), after: told(after) })
  return { ...after, modifiedAt: now }
}

/** Deletes a template; entries made with it are kept. */
export const deleteEntryTemplate = async (call: CompanyCall, id: string): Promise<void> => {
  const template = await lockEntryTemplate(call, id)
  await call.db.rows(sql`delete from ledger.entry_template where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'entry-template.deleted', { id }, { id, ...told(template) })
}

/**
 * Computes the entry of a template for an amount in kronor; `amount` is null for a template that takes none. Kinds of
 * supply have their rate of the day, and the lines stand on the accounts of that rate.
 */
export const workOutTemplate = async (
  call: CompanyCall,
  id: string,
  { amount, day = dayOf(call.now) }: { amount: number | null; day?: Day | undefined },
): Promise<WorkedOut> => {
  const { name, title, items, tags } = await getEntryTemplate(call, id)
  const worked = workOut(items, amount, day)
  if ('error' in worked) {
    refuseIfAny([worked.error])
    throw new Error('An entry template failed to compute but was not refused')
  }
  const rate = kindRateOn(items, day)
  const { roles } = await bookOf(call)
  const lines = worked.lines.map(({ index, account, debit, credit }) => {
    const { vatCode = null, tags: own = [] } = items[index] ?? {}
    return {
      account: rate === null ? account : accountAtRate(roles, account, rate),
      ...(debit > 0n ? { debit: numberFromOre(debit) } : { credit: numberFromOre(credit) }),
      ...(vatCode === null ? {} : { vatCode: rate === null ? vatCode : boxAtRate(vatCode, rate) }),
      tags: own,
    }
  })
  return { title: title ?? name, items: lines, tags }
}

/** Whether an entry template uses the tag `t`. */
export const isInTemplate = sql`exists (
  select from ledger.entry_template_tag m where m.company_id = t.company_id and m.tag_id = t.id)`

const told = ({ name, title, items }: EntryTemplate) => ({
  name,
  title,
  items: items.map(({ tags: _, ...item }) => item),
})

const trimmed = ({ name, title }: NewEntryTemplate): { name: string; title: string | null } => ({
  name: name.trim(),
  title: title?.trim() || null,
})

const insertItems = async (call: CompanyCall, id: string, body: NewEntryTemplate): Promise<void> => {
  const { db, companyId } = call
  const items = body.items.map((item, index) => ({
    line: index + 1,
    kind: item.kind,
    account: item.account,
    vat_code: item.vatCode ?? null,
    ...('side' in item ? { side: item.side } : {}),
    ...(item.kind === 'fixed' ? { amount: oreText(item.amount) } : {}),
    ...(item.kind === 'share' ? { percent: item.percent } : {}),
    ...(item.kind === 'vat' ? storedVat(item) : {}),
  }))
  await db.rows(sql`
    insert into ledger.entry_template_item (company_id, entry_template_id, line, account, kind, side, amount, percent,
      vat_rate, vat_kind, vat_included, vat_code)
    select ${companyId}, ${id}, line, account, kind, side, amount, percent, vat_rate, vat_kind, vat_included, vat_code
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (line smallint, account integer, kind text, side text,
      amount bigint, percent numeric, vat_rate smallint, vat_kind text, vat_included boolean, vat_code text)`)
  const tags = placesOf(body).flatMap(({ line, tags: uses }) =>
    uses.map(({ tagId, weight }) => ({ line: line ?? 0, tag_id: tagId, weight })),
  )
  if (tags.length === 0) return
  await db.rows(sql`
    insert into ledger.entry_template_tag (company_id, entry_template_id, line, tag_id, weight)
    select ${companyId}, ${id}, line, tag_id, weight
    from jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) as t (line smallint, tag_id uuid, weight numeric)`)
}

/** A line with a kind is stored with the standard rate, which nothing is calculated with. */
const storedVat = ({ vatRate, vatKind = null, vatIncluded }: Extract<TemplateItem, { kind: 'vat' }>) => ({
  vat_rate: vatKind === null ? vatRate : USUAL_RATE,
  vat_kind: vatKind,
  vat_included: vatIncluded,
})

const oreText = (kronor: number): string => String(oreFromNumber(kronor) satisfies Ore | null)

/** Errors in a template's body, as far as it can be parsed. `id` is the template being changed. */
export const examineEntryTemplate = async (call: CompanyCall, body: unknown, id?: string): Promise<FieldError[]> => {
  const { name, items } = Object(body) as { name?: unknown; items?: unknown }
  const errors: FieldError[] = []
  if (typeof name === 'string') errors.push(...(await wrongInName(call, name.trim(), id)))
  if (Array.isArray(items) && items.every(isItem)) {
    errors.push(...decideTemplate(await bookOf(call, true), items))
  }
  const places = placesOf(body)
  return [...errors, ...wrongInTags(places, await knownTags(call, tagIdsIn(places)))]
}

const wrongInName = async (
  { db, companyId }: CompanyCall,
  name: string,
  id: string | undefined,
): Promise<FieldError[]> => {
  if (name === '') return [ledgerFaults.titleMissing('#/name')]
  const other = await db.maybe(sql`
    select from ledger.entry_template
    where company_id = ${companyId} and name = ${name} and id is distinct from ${id ?? null}::uuid`)
  return other ? [ledgerFaults.templateNameTaken('#/name', { name })] : []
}

/** Errors in the lines of a template that is shared between companies; accounts are checked when it is used. */
export const wrongInItems = (items: readonly TemplateItem[]): FieldError[] =>
  decideTemplate({ accounts: new Map(items.map(({ account }) => [account, true])), vatCodes: new Map() }, items)

/** Whether a value has the shape of an item; the schema reports anything else. */
const isItem = (item: unknown): item is TemplateItem => {
  const { kind, account, side, amount, percent, ...more } = Object(item) as Record<string, unknown>
  const { vatRate, vatKind, vatIncluded, vatCode = null } = more
  if (!Number.isInteger(account) || !(vatCode === null || typeof vatCode === 'string')) return false
  if (kind === 'rest') return true
  if (side !== 'debit' && side !== 'credit') return false
  if (kind === 'fixed') return typeof amount === 'number'
  if (kind === 'share') return typeof percent === 'number'
  const isRate = vatRate === undefined || isVatRate(Number(vatRate))
  const isKind = vatKind === undefined || vatKind === null || isVatKind(vatKind)
  return kind === 'vat' && isRate && isKind && typeof vatIncluded === 'boolean'
}
