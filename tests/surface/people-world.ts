// What rows for people need before they are asked for: each is made as the owner of the company makes it.
import type { Row } from '#http'
import { checked } from '#support/checked'
import { pngFile } from '#support/sample-files'
import type { Answer, TestCompany } from '#support/service'

/** A company, and what an owner of it sends who has logged in. */
export type Owned = TestCompany & { owner: Record<string, string> }

/** Does something as the owner of a company. */
export const asOwner = (company: Owned, method: string, path: string, body?: object): Promise<Answer> =>
  checked(`${company.url}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: { ...company.owner, ...(body ? { 'content-type': 'application/json' } : {}) },
  })

/** What rows stand on, by operation; an answer has values of placeholders. */
const standsOn: Readonly<Record<string, (company: Owned) => Promise<Record<string, string> | undefined>>> = {
  // What is asked for changes something each time.
  changeCompanyInformation: (company) => done(company, 'PATCH', '/company-information', { phone: null }),
  downloadLogo: withLogo,
  removeLogo: withLogo,
}

/** Makes what a row for people stands on, and answers the values of its placeholders. */
export const ofPeople = async ({ operationId }: Row, company: Owned): Promise<Record<string, string>> =>
  (await standsOn[operationId]?.(company)) ?? {}

async function done(...request: Parameters<typeof asOwner>): Promise<undefined> {
  const { status, text } = await asOwner(...request)
  if (status >= 300) throw new Error(text)
}

async function withLogo({ url, owner }: Owned): Promise<undefined> {
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(pngFile())]), 'logo.png')
  await checked(`${url}/sales-settings/logo`, { method: 'PUT', headers: owner, body })
}
