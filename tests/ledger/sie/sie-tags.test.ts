// Tags through SIE files, both ways: dimensions and objects are tag groups and tags, and shares become rows.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from '#rules/ledger/sie/sie-parts'
import { checkedCompany } from '#support/checked'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { book, verified } from '#tests/ledger/support'
import { done, tagGroup, tagsShown } from '#tests/ledger/tags/tagged'
import { contentOf, download, imported, lines, send, yearFile, yearOf } from './sie-support.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async () => checkedCompany(await service.newCompany({ fiscalYear: null }))
const take = (company: TestCompany, file: string | Buffer) => imported({ service, company }, file)
const groupsOf = async (company: TestCompany) =>
  (await done(company.get('/tag-groups?pageSize=100'))).items.reverse() as {
    id: string
    name: string
    alias: string
    dimensionNumber: number | null
    tags: { id: string; name: string }[]
  }[]

describe('an import', () => {
  test('makes groups with aliases, and names that are their own', async () => {
    const company = checkedCompany(await service.newCompany())
    await tagGroup(company, { name: 'Projekt', alias: 'D7' }, [])
    await take(
      company,
      yearFile(
        2025,

        '#DIM 6 Projekt',
        '#DIM 7 Anställd',
        '#DIM 20 Region',
        '#DIM 21 Region',
        '#DIM 123 Ort',
        '#DIM 123456 Kund',
        '#OBJEKT 6 "1" Samma',
        '#OBJEKT 6 "2" Samma',
        '#OBJEKT 20 N Norr',
      ),
    )
    const groups = await groupsOf(company)
    expect(groups.map(({ name, alias, dimensionNumber }) => [name, alias, dimensionNumber])).toEqual([
      ['Projekt', 'D7', null],
      ['Projekt (6)', 'D6', 6],
      ['Anställd', '7', 7],
      ['Region', 'D20', 20],
      ['Region (21)', 'D21', 21],
      ['Ort', '123', 123],
      ['Kund', expect.stringMatching(/^[A-Z]{3}$/), 123456],
    ])
    expect(groups[1]?.tags.map(({ name }) => name)).toEqual(['Samma', 'Samma'])
    const { name, alias } = groups[3] ?? {}
    const changed = await done(company.put(`/tag-groups/${groups[3]?.id}`, { name: `${name} nord`, alias }))
    expect(changed.tags).toEqual([{ id: expect.any(String), name: 'Norr' }])
  })

  test('takes up groups and tags that are here', async () => {
    const company = checkedCompany(await service.newCompany())
    const { Butik } = await tagGroup(company, { name: 'Avdelning', alias: 'AVD', dimensionNumber: 1 }, [
      'Butik',
      'Lager',
    ])
    const rows = ['#TRANS 5010 {1 "1"} 100', '#TRANS 1930 {1 "8"} -100']
    const file = yearFile(
      2026,
      '#DIM 1 Resultatenhet',
      '#OBJEKT 1 8 Kontor',
      lines('#VER A 1 20260115', '{', ...rows, '}').trimEnd(),
    )
    expect((await take(company, file)).made).toMatchObject({ tagGroups: 0, tags: 1, journalEntries: 1 })
    const [entry] = (await done(company.get('/journal-entries'))).items
    expect(tagsShown(entry)).toEqual([[], [['Butik 1'], ['Kontor 1']]])
    expect((await done(company.get(`/journal-entries?tagId=${Butik}`))).totalItems).toBe(1)
    await done(company.post(`/tag-groups/${(await groupsOf(company))[0]?.id}/tags`, { name: 'Nio' }))
    const out = await contentOf(await download(company, company.fiscalYearId))
    expect(out.dimensions).toEqual([[1, 'Avdelning', null]])
    expect(out.objects).toEqual(['1 1 Butik', '1 2 Lager', '1 8 Kontor', '1 9 Nio'])
  })
})

describe('a download', () => {
  /** A company whose entries have tags on themselves, on items, in shares, and of a group that is no dimension. */
  const taggedBooks = async () => {
    const company = checkedCompany(await service.newCompany())
    const places = await tagGroup(company, { name: 'Plats', alias: 'PL', dimensionNumber: 1 }, ['Nord', 'Syd', 'Öst'])
    const projects = await tagGroup(company, { name: 'Projekt', alias: 'PR', dimensionNumber: 6 }, ['Bro', 'Tak'])
    const plain = await tagGroup(company, { name: 'Ansvar', alias: 'AN' }, ['Kim'])
    const ids: Record<string, string> = { ...places, ...projects, ...plain }
    const on = (...uses: [string, number][]) => uses.map(([name, weight]) => ({ tagId: ids[name], weight }))
    const items = (...tags: object[][]) => anEntry().items.map((item, at) => ({ ...item, tags: tags[at] ?? [] }))
    await book(company, { tags: on(['Nord', 1], ['Kim', 1]) })
    await book(company, { items: items(on(['Nord', 0.333333], ['Syd', 0.333333]), on(['Bro', 1]), on(['Kim', 0.5])) })
    await book(company, { items: items(on(['Nord', 0.5], ['Syd', 0.5], ['Bro', 0.25], ['Tak', 0.75])) })
    await book(company, { items: items([], [], on(['Öst', 0.000001])) })
    await book(company)
    return company
  }

  const rowsOf = (out: Awaited<ReturnType<typeof contentOf>>) =>
    out.vouchers.map(({ rows }) =>
      rows.map(({ account, amount, objects }) => [account, String(amount), objects.join(' + ')].join(' ').trim()),
    )

  test('has tags of entries on each row, and a row for each share', async () => {
    const company = await taggedBooks()
    const out = await contentOf(await download(company, company.fiscalYearId))
    expect(out.dimensions).toEqual([
      [1, 'Plats', null],
      [6, 'Projekt', null],
    ])
    expect(out.objects).toEqual(['1 1 Nord', '1 2 Syd', '1 3 Öst', '6 1 Bro', '6 2 Tak'])
    expect(rowsOf(out)).toEqual([
      ['6110 40000 1 1', '2641 10000 1 1', '1930 -50000 1 1'],
      ['6110 13333 1 1', '6110 13334 1 2', '6110 13333', '2641 10000 6 1', '1930 -50000'],
      ['6110 10000 1 1 + 6 1', '6110 10000 1 1 + 6 2', '6110 20000 1 2 + 6 2', '2641 10000', '1930 -50000'],
      ['6110 40000', '2641 10000', '1930 -50000'],
      ['6110 40000', '2641 10000', '1930 -50000'],
    ])
    expect(out.report.findings.errorCount).toBe(0)
  })

  test('is known to its company, and the same again from another one that took it', async () => {
    const company = await taggedBooks()
    const file = await download(company, company.fiscalYearId)
    expect((await take(company, file)).skipped.alreadyBooked).toBe(5)
    const other = await newCompany()
    expect((await take(other, file)).made).toMatchObject({ tagGroups: 2, tags: 5, journalEntries: 5 })
    const back = await download(other, await yearOf(other))
    const one = await contentOf(file)
    const two = await contentOf(back)
    expect({ ...two, report: null }).toEqual({ ...one, report: null })
    expect(back.subarray(back.indexOf('#KONTO'), back.lastIndexOf('#KSUMMA'))).toEqual(
      file.subarray(file.indexOf('#KONTO'), file.lastIndexOf('#KSUMMA')),
    )
    expect(await verified(service, other.id)).toEqual({ entries: 5, fault: null })
  })

  test('of retagged books is known as well, and one with another amount is not', async () => {
    const company = await taggedBooks()
    const file = await download(company, company.fiscalYearId)
    for (const { id } of (await done(company.get('/journal-entries'))).items) {
      await done(company.put(`/journal-entries/${id}/tags`, {}))
    }
    expect((await take(company, file)).skipped.alreadyBooked).toBe(5)
    const text = file.toString('latin1').replace(/#KSUMMA.*\r\n/g, '')
    const changed = text.replace('{1 "1"} 133.33', '{1 "1"} 143.33').replace('{1 "2"} 133.34', '{1 "2"} 123.34')
    expect(changed).not.toBe(text)
    expect((await send(company, Buffer.from(changed, 'latin1'))).status).toBe(200)
    const wrong = text.replace('{1 "1"} 133.33', '{1 "1"} 143.33').replace('{1 "1"} -500', '{1 "1"} -510')
    expect((await send(company, Buffer.from(wrong, 'latin1'))).status).toBe(400)
  })
})

test('parts come to the amount, those of an object to its share, and are few', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 5 }).map((all) => {
    let left = 1_000_000
    return all.flatMap((weight) => {
      const taken = Math.min(weight, left)
      left -= taken
      return taken > 0 ? [taken] : []
    })
  })
  const shares = fc
    .tuple(weights, weights, weights)
    .map((dimensions) =>
      dimensions.flatMap((all, at) => all.map((weight, nth) => ({ dimension: at + 1, code: String(nth), weight }))),
    )
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), shares, (amount, all) => {
      const parts = partsOf(amount, all)
      expect(parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount)
      expect(parts.length).toBeLessThanOrEqual(all.length + 1)
      for (const part of parts) {
        if (amount !== 0n) expect(part.amount > 0n).toBe(amount > 0n)
        expect(new Set(part.objects.map(({ dimension }) => dimension)).size).toBe(part.objects.length)
      }
      for (const { dimension, code, weight } of all) {
        const own = parts.filter(({ objects }) => objects.some((o) => o.dimension === dimension && o.code === code))
        const sum = own.reduce((total, part) => total + part.amount, 0n)
        const off = sum * 1_000_000n - amount * BigInt(weight)
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(amount === 0n ? 0n : 1_000_000n)
      }
    }),
    { numRuns: 300 },
  )
})
