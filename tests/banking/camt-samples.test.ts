// Statements that other programs test their readers with: each is read, or refused for the reason that stands here. A
// file is refused where its balances and entries disagree, since an entry is missing or doubled. The files stand beside
// the checkout, since their licences do not let them be passed on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCamt } from '#rules/banking/statements/camt'
import { needs, STANDARDS } from '#support/needs'

/** The samples that are not read, and what is wrong with them. */
const notRead: Record<string, string> = {
  'genkgo_camt053.v2.five.decimals.xml': 'the opening balance 18.15 and the entries add up to 27.00',
  'genkgo_camt053.v2.wrong.xml': 'there is no statement in it',
  'svapnil_goldman_sachs_camt_053_uk_v2_1.xml': 'the entries add up to 334425018.07',
  'svapnil_goldman_sachs_camt_053_uk_v2_virtual_accounts.xml': 'the entries add up to 334425018.07',
  'viafintech_053_valid_example_v8.xml': 'the entries add up to 83265.51',
  'viafintech_053_valid_example_with_instdamt.xml': 'the entries add up to 4600.00',
  'viafintech_053_valid_namespace.xml': 'it is neither camt.053 nor camt.054',
}

test('samples of others are read, but those whose own sums are wrong and those with nothing in them', () => {
  needs('standards')
  const folder = join(STANDARDS, 'camt-samples')
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) {
    const reading = readCamt(readFileSync(join(folder, name)))
    const told = 'findings' in reading ? reading.findings.map(({ problem }) => problem).join('\n') : ''
    const reason = notRead[name]
    if (reason === undefined) expect(told, name).toBe('')
    else expect(told, name).toContain(reason)
    if ('findings' in reading) continue
    for (const { entries, currency } of reading.statements) {
      expect(currency).toMatch(/^[A-Z]{3}$/)
      for (const { ore, details } of entries) {
        expect(
          details.reduce((sum, one) => sum + one.ore, 0n),
          name,
        ).toBe(ore)
      }
    }
  }
})
