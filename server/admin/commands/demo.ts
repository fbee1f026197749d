// Trying things out: the operator's commands for the demo company of the first start.
import { createHash, randomBytes } from 'node:crypto'
import { accessAdmin, approve } from '#access'
import type { Answer } from '#admin/answer'
import { type Option, UsageError } from '#admin/arguments'
import type { Command } from '#admin/command'
import { findDemo, newDemoToken } from '#demo/demo'
import { DEMO_CONSENT_PATH } from '#demo/demo-consent-page'
import { addClientCompany, addMember, agencyScopes, createAgency, identityAdmin, roleIn } from '#identity'
import type { Call } from '#platform/call'
import { asOperator, type System } from '#programs/system'

const shellOption: Option = { name: 'shell', description: 'Print assignments for a shell: eval "$(…)"' }

/** The scopes that the demo integration is registered with, and those it requests. */
const SCOPES = 'accounting invoices history:read bank-payments:write'
const ASKED = 'accounting history:read'
const AGENCY = { name: 'Demobyrån AB', organizationNumber: '556677-8899' }
/** Most agencies searched for that of the demo. */
const MAX_AGENCIES = 1000
/** Bytes of a verifier (RFC 7636 §4.1: 43 characters at least), and of a state. */
const VERIFIER_BYTES = 32
const STATE_BYTES = 12

type Values = Readonly<Record<string, string>>

const ownDemo = async (call: Call): Promise<{ companyId: string; ownerId: string }> => {
  const found = await findDemo(call)
  if (!found?.ownerId) {
    throw new UsageError('There is no demo company with an owner: the first start on an empty data folder makes one')
  }
  return { companyId: found.companyId, ownerId: found.ownerId }
}

/** The URLs of the service for programs and browsers. */
const addressesOf = ({ config: { publicUrl } }: System): { base: string; redirectUri: string } => {
  const { protocol, hostname } = new URL(publicUrl)
  const isFine = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    base: `${publicUrl}/v1`,
    redirectUri: isFine ? publicUrl + DEMO_CONSENT_PATH : `http://localhost${DEMO_CONSENT_PATH}`,
  }
}

const oauthValues = async (call: Call, system: System): Promise<Values> => {
  const { companyId, ownerId } = await ownDemo(call)
  const { base, redirectUri } = addressesOf(system)
  const form = { name: 'Demokassan', description: 'För att prova OAuth', mode: 'test', redirectUris: [redirectUri] }
  const { id, clientSecret } = await accessAdmin.createIntegration(call, { ...form, ownerId, scopes: SCOPES })
  const verifier = randomBytes(VERIFIER_BYTES).toString('base64url')
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    scope: ASKED,
    state: randomBytes(STATE_BYTES).toString('base64url'),
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  })
  // The code that the owner's consent would give, so that a shell script can continue without a browser.
  const { code } = await accessAdmin.issueCode(call, {
    integration: { id },
    personId: ownerId,
    tenant: { type: 'company', id: companyId },
    scopes: accessAdmin.readScopes(ASKED).scopes,
    redirectUri,
    codeChallenge,
  })
  return {
    BASE: base,
    COMPANY: companyId,
    CLIENT_ID: id,
    CLIENT_SECRET: clientSecret,
    REDIRECT_URI: redirectUri,
    VERIFIER: verifier,
    CHALLENGE: codeChallenge,
    AUTHORIZE_URL: `${base}/authorize?${query}`,
    CODE: code,
  }
}

const oauthText = (values: Values): string => {
  const { BASE, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, VERIFIER, CHALLENGE, AUTHORIZE_URL } = values
  const client = `curl -u '${CLIENT_ID}:${CLIENT_SECRET}' ${BASE}/token`
  return [
    `Integration   ${CLIENT_ID} (Demokassan)`,
    `Client secret ${CLIENT_SECRET}`,
    `Verifier      ${VERIFIER}`,
    `Challenge     ${CHALLENGE}`,
    '',
    'Open this address, log in as the owner of the demo company, and grant access:',
    '',
    `  ${AUTHORIZE_URL}`,
    '',
    'The page that follows shows the code. Put it into CODE, within five minutes:',
    '',
    `  CODE=…`,
    `  ${client} -d grant_type=authorization_code -d code="$CODE" -d redirect_uri='${REDIRECT_URI}' \\`,
    `    -d code_verifier='${VERIFIER}'`,
    '',
    'The answer has an access token and a refresh token:',
    '',
    `  curl -H "Authorization: Bearer $ACCESS_TOKEN" ${BASE}/me`,
    `  ${client} -d grant_type=refresh_token -d refresh_token="$REFRESH_TOKEN"`,
  ].join('\n')
}

const agencyValues = async (call: Call, system: System): Promise<Values> => {
  const { companyId, ownerId } = await ownDemo(call)
  const known = (await identityAdmin.listAgencies(call, MAX_AGENCIES)).find(
    ({ organizationNumber }) => organizationNumber === AGENCY.organizationNumber,
  )
  const { id: agencyId } = known ?? (await createAgency(call, AGENCY))
  const tenant = { type: 'agency', id: agencyId } as const
  if ((await roleIn(call, ownerId, tenant)) === null) {
    await addMember(call, { tenant, personId: ownerId, role: 'administrator' })
    await addClientCompany(call, { agencyId, companyId })
  }
  const form = { name: 'Demobyråns program', description: 'För att prova byråer', mode: 'test', redirectUris: [] }
  const made = await accessAdmin.createIntegration(call, { ...form, ownerId, scopes: agencyScopes.join(' ') })
  await approve(call, { id: made.id, approval: 'machine-to-machine' })
  return {
    BASE: addressesOf(system).base,
    COMPANY: companyId,
    AGENCY: agencyId,
    ORGANIZATION_NUMBER: AGENCY.organizationNumber,
    CLIENT_ID: made.id,
    CLIENT_SECRET: made.clientSecret,
  }
}

const agencyText = (values: Values): string => {
  const { BASE, AGENCY: agencyId, ORGANIZATION_NUMBER, CLIENT_ID, CLIENT_SECRET } = values
  const scopes = 'agency-information:read agency-connections:write agency-companies:read'
  return [
    `Agency        ${agencyId} (${AGENCY.name}, ${ORGANIZATION_NUMBER})`,
    `Integration   ${CLIENT_ID}, approved for machine-to-machine use`,
    `Client secret ${CLIENT_SECRET}`,
    '',
    `  curl -u '${CLIENT_ID}:${CLIENT_SECRET}' ${BASE}/token -d grant_type=client_credentials -d scope='${scopes}'`,
    `  curl ${BASE}/agency-connections -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' \\`,
    `    -d '{"agencyId": "${agencyId}"}'`,
    `  curl ${BASE}/agencies/${agencyId}/companies -H "Authorization: Bearer $ACCESS_TOKEN"`,
  ].join('\n')
}

/** Assignments for a shell; none of the values contains a quote. */
const assignments = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}='${value}'`)
    .join('\n')

const command = (
  { name, summary }: Pick<Command, 'name' | 'summary'>,
  valuesOf: (call: Call, system: System) => Promise<Values>,
  textOf: (values: Values) => string,
): Command => ({
  name,
  summary,
  options: [shellOption],
  run: async (system, given): Promise<Answer> => {
    const values = await asOperator(system, (call) => valuesOf(call, system))
    return { json: values, text: given.has('shell') ? assignments(values) : textOf(values) }
  },
})

const tokenValues = async (call: Call, system: System): Promise<Values> => {
  const found = await findDemo(call)
  if (!found) throw new UsageError('There is no demo company: the first start on an empty data folder makes one')
  const { token } = await newDemoToken({ ...call, companyId: found.companyId })
  return { BASE: addressesOf(system).base, COMPANY: found.companyId, TOKEN: token }
}

const tokenText = ({ BASE, COMPANY, TOKEN }: Values): string =>
  [
    `Company  ${COMPANY}`,
    `Token    ${TOKEN}`,
    '',
    `  curl -H 'Authorization: Bearer ${TOKEN}' ${BASE}/companies/${COMPANY}/company-information`,
  ].join('\n')

export const demoCommands: readonly Command[] = [
  command({ name: 'demo token', summary: 'Make another token for the demo company' }, tokenValues, tokenText),
  command(
    { name: 'demo oauth', summary: 'Register an integration for the demo company, and show how it connects' },
    oauthValues,
    oauthText,
  ),
  command(
    { name: 'demo agency', summary: 'Make an agency of the demo company, and an integration that connects by itself' },
    agencyValues,
    agencyText,
  ),
]
