// Integrations, and their approvals: the operator's commands.
import {
  type Approval,
  accessAdmin,
  accessService,
  addedForMachine,
  approvalDigestOf,
  approve,
  endIntegration,
  type Integration,
  withdraw,
} from '#access'
import type { Answer } from '#admin/answer'
import { type Given, idOf, type Option, UsageError } from '#admin/arguments'
import type { Command, OnSystem } from '#admin/command'
import { findPersonByEmail } from '#identity'
import type { Call } from '#platform/call'
import { asOperator } from '#programs/system'

const MAX_LISTED = 1000

const idOption: Option = { name: 'id', value: 'ID', required: true, description: 'The integration: its client id' }
const machineOption: Option = { name: 'machine-to-machine', description: 'Reaching agencies without a consent' }
const productionOption: Option = { name: 'production', description: 'Being connected by others than its owner' }
const elevatedOption: Option = { name: 'elevated', value: 'SCOPE', description: 'An elevated scope' }
const seenOption: Option = {
  name: 'seen',
  value: 'DIGEST',
  description: 'What `integration list --json` says in `seen`: nothing that was changed since is approved',
}

/** A command that runs in one transaction. */
const work =
  (run: (call: Call, given: Given) => Promise<Answer>): OnSystem['run'] =>
  (system, given) =>
    asOperator(system, (call) => run(call, given))

export const integrationCommands: readonly Command[] = [
  {
    name: 'integration create',
    summary: 'Register an integration; its client secret is shown only now',
    options: [
      { name: 'name', value: 'NAME', required: true, description: 'Its name, as people read it' },
      { name: 'owner', value: 'EMAIL', required: true, description: 'The user who owns it' },
      {
        name: 'redirect-uri',
        value: 'URI',
        many: true,
        description: 'Where browsers are sent back; several in one, with spaces between, or one by one',
      },
      {
        name: 'scopes',
        value: 'SCOPES',
        required: true,
        description: 'The scopes it may ask for, separated by spaces',
      },
      { name: 'mode', value: 'test|production', description: 'test if left out' },
      { name: 'description', value: 'TEXT', description: 'What it is for, as people read it' },
    ],
    run: work(async (call, given) => {
      const { id, clientSecret } = await accessAdmin.createIntegration(call, {
        ownerId: await ownerOf(call, given.text('owner') ?? ''),
        name: given.text('name') ?? '',
        description: given.text('description') ?? '',
        mode: given.text('mode') ?? 'test',
        redirectUris: given.all('redirect-uri').flatMap((text) => text.split(/\s+/).filter(Boolean)),
        scopes: words(given.text('scopes') ?? '').join(' '),
      })
      return { json: { id, clientId: id, clientSecret }, text: `Integration and client id ${id}\n${clientSecret}` }
    }),
  },
  {
    name: 'integration list',
    summary: 'List the integrations, without their secrets',
    options: [],
    run: work(async (call) => {
      const integrations = await accessService.listIntegrations(call, { limit: MAX_LISTED })
      const listed = integrations.map((one) => ({ ...one, seen: approvalDigestOf(one) }))
      return { json: { integrations: listed }, text: integrations.map(lineOf).join('\n') || 'No integrations' }
    }),
  },
  {
    name: 'integration approve',
    summary: 'Approve production, machine-to-machine use or an elevated scope',
    options: [idOption, productionOption, machineOption, elevatedOption, seenOption],
    run: work(async (call, given) => {
      const approval = approvalOf(given)
      if (!approval) throw new UsageError('Missing: --production, --machine-to-machine or --elevated')
      return approved(await approve(call, { id: idOf(given), approval, seen: given.text('seen') }))
    }),
  },
  {
    name: 'integration revoke',
    summary: 'Withdraw an approval, or end the integration with all its connections and tokens',
    options: [idOption, productionOption, machineOption, elevatedOption],
    run: work(async (call, given) => {
      const id = idOf(given)
      const approval = approvalOf(given)
      if (approval) return shown(await withdraw(call, { id, approval }))
      await endIntegration(call, { id })
      return { json: { id }, text: `Integration ${id} has ended` }
    }),
  },
  {
    name: 'integration secret add',
    summary: 'Make a second client secret, to replace the first; it is shown only now',
    options: [idOption],
    run: work(async (call, given) => {
      const { id, secret } = await accessAdmin.addSecret(call, { integrationId: idOf(given) })
      return { json: { id, clientSecret: secret }, text: `Secret ${id}\n${secret}` }
    }),
  },
  {
    name: 'integration secret list',
    summary: 'List the client secrets that are valid, without their text',
    options: [idOption],
    run: work(async (call, given) => {
      const secrets = await accessAdmin.listSecrets(call, { integrationId: idOf(given) })
      const lines = secrets.map(({ id, createdAt }) => `${id}  made ${createdAt.toISOString()}`)
      return { json: { secrets }, text: lines.join('\n') || 'No secrets' }
    }),
  },
  {
    name: 'integration secret revoke',
    summary: 'Revoke a client secret at once',
    options: [idOption, { name: 'secret', value: 'ID', required: true, description: 'The secret' }],
    run: work(async (call, given) => {
      const id = idOf(given, 'secret')
      await accessAdmin.revokeSecret(call, { integrationId: idOf(given), id })
      return { json: { id }, text: `Secret ${id} is revoked` }
    }),
  },
]

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

const ownerOf = async (call: Call, email: string): Promise<string> => {
  const owner = await findPersonByEmail(call, email)
  if (!owner) throw new UsageError(`--owner: there is no user ${email}`)
  return owner.id
}

const approvalOf = (given: Given): Approval | null => {
  const elevated = given.text('elevated')
  const switches = (['production', 'machine-to-machine'] as const).filter((name) => given.has(name))
  const approvals: Approval[] = [...switches, ...(elevated === undefined ? [] : [{ elevated }])]
  if (approvals.length > 1) throw new UsageError('--production, --machine-to-machine and --elevated go one at a time')
  return approvals[0] ?? null
}

const shown = (integration: Integration): Answer => {
  const { id, approvedSince, machineToMachineSince, elevatedScopes } = integration
  const machineToMachine = machineToMachineSince !== null
  return {
    json: { id, production: approvedSince !== null, machineToMachine, elevatedScopes },
    text: lineOf(integration),
  }
}

/** Includes the approved data, for operators who approve by id. */
const approved = (integration: Integration): Answer => {
  const { description, redirectUris, scopes } = integration
  const { json, text } = shown(integration)
  const told = [
    ['Description', description],
    ['Addresses', redirectUris.join(' ')],
    ['Scopes', scopes.join(' ')],
  ]
  return { json, text: [text, ...told.map(([name, said]) => `${name}: ${said}`)].join('\n') }
}

const lineOf = (integration: Integration): string => {
  const { id, name, mode, machineToMachineSince, elevatedScopes, endedAt } = integration
  const waits = endedAt === null && accessAdmin.waitsForApproval(integration)
  const marks = [
    ...(integration.registeredBy === 'person' ? [mode] : ['registered itself']),
    ...(waits ? ['waits for approval'] : []),
    ...(machineToMachineSince ? ['machine-to-machine'] : []),
    ...addedForMachine(integration).map((scope) => `${scope} waits for approval`),
    ...elevatedScopes,
  ]
  return `${id}  ${name}  ${[...marks, ...(endedAt ? [`ended ${endedAt.toISOString()}`] : [])].join(', ')}`
}
