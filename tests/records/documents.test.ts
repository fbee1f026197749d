// The documents about the books: what they tell, and that nothing in them is taken for HTML.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#platform/event-kinds'
import { accountRoleNames } from '#rule/account-roles'
import { eventInWords, nouns, verbs } from '#rules/history/words'
import { accountRoles } from '#rules/ledger/accounts/account-map'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { booked, type Owned, owned } from '#support/owned'
import { type Service, startService } from '#support/service'
import { plain } from '#support/visitor'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await owned(service, { name: 'Bygg & <b>Bo</b> AB' })
})
afterAll(() => service.close())

const documentOf = async (path: string) => {
  const { status, text: bytes, headers } = await company.as('GET', path)
  const text = Buffer.from(bytes, 'latin1').toString()
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html'])
  expect(text.startsWith('<!doctype html>') && text.trimEnd().endsWith('</html>')).toBe(true)
  expect(text).not.toContain('<b>Bo')
  return plain(text)
}

test('system documentation tells how the books are kept, from the tables', async () => {
  await booked(company, '2026-06-01', { 1930: 100, 2081: -100 })
  ok(await company.patch('/chart-of-accounts/1930', { name: 'Bank <script>' }))
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'quarterly' }))
  const text = await documentOf('/system-documentation')
  for (const part of [
    'Systemdokumentation för Bygg & <b>Bo</b> AB',
    '559999-0008',
    'Räkenskapsår',
    '2026-01-01',
    'Faktureringsmetoden',
    'Bevaras till och med',
    '2033-12-31',

    'Kontoplan',
    'Bank <script>',
    '7281',
    'Verifikationsserier',
    'Automatiska konteringar',
    'Kundfordringar',
    '1510',
    'Moms redovisas varje kvartal',
    'Behörigheter',
    'Ägare',
    'Egna integrationer',
    'journal-entries:write',
    'sjunde året',
    'SHA-256',
    'kontrollera.mjs',
  ]) {
    expect(text).toContain(part)
  }
})

test('processing history tells how entries came about, and what was changed beside them', async () => {
  const entry = await booked(company, '2026-06-02', { 1930: 50, 2081: -50 }, 'Insättning & <i>mer</i>')
  const back = ok(await company.post(`/journal-entries/${entry.id}/reverse`))
  const text = await documentOf(`/fiscal-years/${company.fiscalYearId}/processing-history`)
  expect(text).toContain('Insättning & <i>mer</i>')
  expect(text).toContain('Momsperiodens längd: satt')
  expect(text).toContain('Programgränssnitt')
  expect(text).toContain(back.journalEntryNumber)
  expect((await company.as('GET', `/fiscal-years/${company.id}/processing-history`)).status).toBe(404)
})

test('every event, and every account in automatic entries, has words', () => {
  const kinds = Object.entries(resources).flatMap(([name, { kinds: of }]) =>
    Object.keys(of).map((what) => [name, what]),
  )
  expect(kinds.filter(([name = '', what = '']) => !nouns[name] || !verbs[what])).toEqual([])
  expect(accountRoles.filter((role) => !accountRoleNames.sv[role])).toEqual([])
  expect(eventInWords('fiscal-year.closed', 'sv')).toBe('Räkenskapsår: stängt')
  expect(eventInWords('fiscal-year.closed', 'en')).toBe('Fiscal year: closed')
  expect(eventInWords('login', 'sv')).toBe('Inloggning')
})

test.each([
  ['invoice.created', 'Faktura: skapad'],
  ['company.created', 'Företaget: skapat'],
  ['sales-settings.changed', 'Försäljningsinställningar: ändrade'],
  ['reminder.deleted', 'Påminnelse: borttagen'],
  ['upload.deleted', 'Underlag: borttaget'],
  ['accounts.removed', 'Konton: borttagna'],
  ['journal-entry.booked', 'Verifikation: bokförd'],
  ['bank-statement.booked', 'Kontoutdrag: bokfört'],
  ['opening-balances.booked', 'Ingående balanser: bokförda'],
  ['journal-entry.reversed', 'Verifikation: vänd'],
  ['account-role.set', 'Konto i automatkontering: satt'],
  ['currency-rates.loaded', 'Valutakurser: inlästa'],
  ['received-mail.delayed', 'Mejl med underlag: försenat på vägen'],
  ['fiscal-year.reopened', 'Räkenskapsår: öppnat igen'],
  ['mail.sending', 'Mejl: på väg med e-post'],
  ['new-thing.done', 'new-thing: done'],
])('%s is told in Swedish that agrees: %s', (kind, text) => expect(eventInWords(kind, 'sv')).toBe(text))

test('the operator writes an archive to a file, and reads which years there are', async () => {
  const other = await service.newCompany({ fiscalYear: null })
  const { code, stderr } = await command(service, ['archive', '--company', other.id])
  expect([code, stderr]).toEqual([1, expect.stringContaining('has no fiscal year')])
  const output = `${service.folder}/arkiv.zip`
  const words = ['archive', '--company', company.id, '--output', output, '--json']
  const said = await command(service, words)
  expect([said.code, JSON.parse(said.stdout)]).toEqual([0, { file: output, size: expect.any(Number) }])
})
