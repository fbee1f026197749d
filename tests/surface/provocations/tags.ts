// How the refusals of tag groups, tags, and tags of entries come about.
import { sql } from '#platform/sql'
import { anEntry, type TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'
const aGroup = { name: 'Kostnadsställe', alias: 'KST', dimensionNumber: 1 }

type Made = { group: string; tags: string[] }

/** A group with so many tags. */
const grouped = async (company: TestCompany, count = 1): Promise<Made> => {
  const group = (await company.post('/tag-groups', aGroup)).body.id
  const tags: string[] = []
  for (let nth = 1; nth <= count; nth++) {
    tags.push((await company.post(`/tag-groups/${group}/tags`, { name: `Butik ${nth}` })).body.id)
  }
  return { group, tags }
}

/** Something is asked of a company with a group of two tags. */
const withTags = (
  ask: (company: TestCompany, made: Made, service: Parameters<Provocation>[0]) => Promise<unknown>,
): Provocation =>
  over(async (company, service) => {
    const made = await grouped(company, 2)
    return (await ask(company, made, service)) as Awaited<ReturnType<TestCompany['get']>>
  })

const tagged = (company: TestCompany, { tags }: Made) =>
  company.post('/journal-entries', anEntry({ tags: [{ tagId: tags[0] }] }))

/** An entry is booked with these tags of its own. */
const entry = (tagsOf: (made: Made) => object[], changes: (made: Made) => object = () => ({})): Provocation =>
  withTags((company, made) => company.post('/journal-entries', anEntry({ tags: tagsOf(made), ...changes(made) })))

/** Items of an entry that is there are tagged. */
const itemsTagged = (items: object[]): Provocation =>
  over(async (company) => {
    const { id } = (await company.post('/journal-entries', anEntry())).body
    return company.put(`/journal-entries/${id}/tags`, { items })
  })

/** Lines of a template: a share of the amount, and the rest unless something else is said. */
const share = { kind: 'share', account: 1930, side: 'credit', percent: 100 }
const aVat = { kind: 'vat', account: 2641, side: 'debit', vatIncluded: true }
const aTemplate = { name: 'Material', items: [{ kind: 'rest', account: 6110 }, share] }

/** A template is added that differs from the usual one. */
const template = (changes: object): Provocation =>
  over(async (company) => {
    await company.post('/entry-templates', aTemplate)
    return company.post('/entry-templates', { ...aTemplate, name: 'Annan', ...changes })
  })

/** Something is worked out from a template. */
const worked = (items: object[], query: string): Provocation =>
  over(async (company) => {
    const { id } = (await company.post('/entry-templates', { name: 'Mall', items })).body
    return company.get(`/entry-templates/${id}/entry${query}`)
  })

export const ofTemplateFaults: Record<string, Provocation> = {
  templateNameTaken: template({ name: aTemplate.name }),
  templateAmount: template({ items: [aTemplate.items[0], { ...share, kind: 'fixed', amount: 0.001 }] }),
  templatePercent: template({ items: [aTemplate.items[0], { ...share, percent: 0.00001 }] }),
  secondRest: template({ items: [aTemplate.items[0], aTemplate.items[0]] }),
  noVatLine: over(async (company) => {
    const { id } = (await company.post('/entry-templates', aTemplate)).body
    return company.post('/vat-changes/kinds', { entryTemplates: [{ id, line: 0, vatKind: 'food' }] })
  }),
  templateRateMissing: template({ items: [aTemplate.items[0], { ...aVat, vatKind: null }] }),
  templateRateOfDay: worked([aTemplate.items[0] as object, { ...aVat, vatKind: 'art' }], '?amount=100&date=2024-01-01'),
  templateUnbalanced: template({ items: [share, share] }),
  amountMissing: worked(aTemplate.items, ''),
  linesBeyond: worked([{ ...share, percent: 200 }, aTemplate.items[0] as object], '?amount=1000000000000'),
  linesUnbalanced: worked(
    [
      { ...share, percent: 50 },
      { ...share, percent: 50 },
      { ...share, side: 'debit' },
    ],
    '?amount=0.01',
  ),
  linesTooFew: worked([{ ...share, percent: 0.0001 }, aTemplate.items[0] as object], '?amount=1'),
}

export const ofTags: Record<string, Provocation> = {
  templateNotFound: over((company) => company.get(`/entry-templates/${unknown}`)),
  tooManyTemplates: over(async (company, { database }) => {
    await database.rows(sql`
      insert into ledger.entry_template (company_id, id, name, created_at, modified_at)
      select ${company.id}, gen_random_uuid(), 'Mall ' || nth, now(), now() from generate_series(1, 1000) nth`)
    return company.post('/entry-templates', aTemplate)
  }),
  tagGroupNotFound: over((company) => company.get(`/tag-groups/${unknown}`)),
  tagNotFound: withTags((company, { group }) => company.put(`/tag-groups/${group}/tags/${unknown}`, { name: 'Annan' })),
  tagGroupInUse: withTags(async (company, made) => {
    await tagged(company, made)
    return company.delete(`/tag-groups/${made.group}`)
  }),
  tagInUse: withTags(async (company, made) => {
    await tagged(company, made)
    return company.delete(`/tag-groups/${made.group}/tags/${made.tags[0]}`)
  }),
  tooManyTagGroups: withTags(async (company, _, { database }) => {
    await database.rows(sql`
      insert into ledger.tag_group (company_id, id, name, alias, created_at, modified_at)
      select ${company.id}, gen_random_uuid(), 'Grupp ' || nth, to_hex(nth), now(), now()
      from generate_series(1, 1000) nth`)
    return company.post('/tag-groups', { name: 'En till', alias: 'TIL' })
  }),
  tooManyTags: withTags(async (company, { group }, { database }) => {
    await database.rows(sql`
      insert into ledger.tag (company_id, id, tag_group_id, code, name, created_at)
      select ${company.id}, gen_random_uuid(), ${group}, 'x' || nth, 'Tagg ' || nth, now()
      from generate_series(1, 10000) nth`)
    return company.post(`/tag-groups/${group}/tags`, { name: 'En till' })
  }),
}

const group = (changes: object): Provocation =>
  withTags((company) => company.post('/tag-groups', { name: 'Projekt', alias: 'PRJ', ...changes }))

export const ofTagFaults: Record<string, Provocation> = {
  unknownTag: entry(() => [{ tagId: unknown }]),
  repeatedTag: entry(({ tags: [tagId] }) => [
    { tagId, weight: 0.5 },
    { tagId, weight: 0.5 },
  ]),
  tagsOnBoth: entry(
    ({ tags: [tagId] }) => [{ tagId }],
    ({ tags: [tagId] }) => ({ items: anEntry().items.map((item) => ({ ...item, tags: [{ tagId }] })) }),
  ),
  weightDecimals: entry(({ tags: [tagId] }) => [{ tagId, weight: 0.0000001 }]),
  weightsBeyondOne: entry(({ tags }) => tags.map((tagId) => ({ tagId, weight: 0.6 }))),
  unknownItem: itemsTagged([{ id: 4, tags: [] }]),
  repeatedItem: itemsTagged([
    { id: 1, tags: [] },
    { id: 1, tags: [] },
  ]),
  tagGroupNameTaken: group({ name: aGroup.name }),
  aliasTaken: group({ alias: aGroup.alias }),
  dimensionTaken: group({ dimensionNumber: 1 }),
  dimensionReserved: group({ dimensionNumber: 5 }),
  tagNameTaken: withTags((company, made) => company.post(`/tag-groups/${made.group}/tags`, { name: 'Butik 1' })),
}
