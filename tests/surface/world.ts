// What the tests that enumerate the endpoints stand on: companies with something in their books, and for each row a
// request that succeeds, made from the row's own documentation.
import { expect } from 'vitest'
import { audienceOf, placeholdersOf, type Row } from '#http'
import { newIntegration, type TestIntegration } from '#support/callers'
import { checked, checkedCompany } from '#support/checked'
import type { Answer, NewTestCompany, Service, TestCompany } from '#support/service'

/** Values of a path's placeholders. */
export type Parameters = Record<string, string>

/** A request for a row: where, and with what. */
export type Sample = { row: Row; path: string; init: RequestInit }

/** Who calls: a company by its own token, and an integration by a general one. */
export type Caller = TestCompany & { integration: TestIntegration; general: string }

export const newCaller = async (service: Service, options?: NewTestCompany): Promise<Caller> => {
  const company = checkedCompany(await service.newCompany(options))
  const integration = await newIntegration(service)
  return { ...company, integration, general: await integration.general() }
}

/** The caller's token that reaches a row. */
export const tokenFor = (row: Row, { token, general }: Caller): string =>
  audienceOf(row) === 'company' ? token : general

/** Placeholders that name a resource by its id, and not the tenant itself. */
export const idsOf = (row: Row): string[] =>
  placeholdersOf(row.path).filter((name) => name !== `${audienceOf(row)}Id` && /Id$/.test(name))

/** A file that imports: one voucher of a program that keeps no books itself. */
export const sieFile = (mark = 'Hyra') =>
  [
    '#FLAGGA 0',
    '#PROGRAM "Prov" 1.0',
    '#FORMAT PC8',
    '#GEN 20260601',
    '#SIETYP 4',
    '#FNAMN "Provbolaget AB"',
    `#VER "A" "" 20260301 "${mark}"`,
    '{',
    '#TRANS 5010 {} 100.00',
    '#TRANS 1930 {} -100.00',
    '}',
    '',
  ].join('\r\n')

/** Makes what the placeholders of a row name, anew for each request, in the company's books. */
export const parametersFor = async (row: Row, company: Caller): Promise<Parameters> => {
  const names = placeholdersOf(row.path)
  const parameters: Parameters = { companyId: company.id, account: '1930', fiscalYearId: company.fiscalYearId }
  if (names.includes('journalEntryId')) parameters.journalEntryId = await madeBy(company, '/journal-entries', anEntry)
  if (names.includes('commentId')) {
    const comments = `/journal-entries/${parameters.journalEntryId}/comments`
    parameters.commentId = await madeBy(company, comments, { content: 'Kvittot saknas' })
  }
  if (names.includes('connectionId')) {
    const { connectionId } = await company.integration.connect({ type: 'company', id: company.id })
    parameters.connectionId = connectionId
  }
  const missing = names.filter((name) => !parameters[name])
  if (missing.length > 0) throw new Error(`Say here what {${missing.join(', ')}} of ${row.operationId} may name`)
  return parameters
}

const anEntry = {
  title: 'Hyra',
  date: '2026-06-01',
  items: [
    { account: 5010, debit: 100 },
    { account: 1930, credit: 100 },
  ],
}

const madeBy = async (company: TestCompany, path: string, body: object): Promise<string> => {
  const answer = await company.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

export const pathOf = (row: Row, parameters: Parameters): string =>
  row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))

/** What the documentation shows as the body of a row, ready to be sent. */
export const initOf = (row: Row): RequestInit => {
  const { method, operationId } = row
  if (row.upload) {
    const body = new FormData()
    body.append(row.upload.field, new Blob([sieFile()]), 'prov.se')
    return { method, body }
  }
  if (!row.body) return { method }
  if (row.example?.body === undefined) throw new Error(`${operationId} has no example of its body`)
  return { method, body: JSON.stringify(row.example.body), headers: { 'content-type': 'application/json' } }
}

/** A request for a row that succeeds, in this company. */
export const sampleOf = async (row: Row, company: Caller): Promise<Sample> => ({
  row,
  path: pathOf(row, await parametersFor(row, company)),
  init: initOf(row),
})

/** Sends a sample with changed headers, its answer checked. */
export const send = (
  { base }: Service,
  { path, init }: Pick<Sample, 'path' | 'init'>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  checked(`${base}${path}`, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What a refusal says, without the id that is new each time. */
export const saying = ({ status, body: { serviceErrorId: _, ...rest } }: Answer) => ({ status, ...rest })
