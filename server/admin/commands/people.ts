// People, memberships and mail: the operator's commands.
import { constants } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import type { Answer } from '#admin/answer'
import { fromCaller, type Given, idOf, type Option, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany, type OnSystem } from '#admin/command'
import { copyFor } from '#desk'
import { isLanguage, languages } from '#http'
import {
  addClientCompany,
  addMember,
  changeRole,
  createAgency,
  findAgency,
  findCompany,
  findPersonByEmail,
  identityAdmin,
  identityContribution,
  identityService,
  listMembers,
  type Person,
  readAccount,
  removeMember,
  type Tenant,
} from '#identity'
import { removeClient } from '#lifecycle/remove-client'
import { listMails, type MailState, readMail } from '#mail/mail'
import type { Call } from '#platform/call'
import { asOperator } from '#programs/system'
import { agencyRoles, companyRoles, type Role } from '#rule/roles'

const MAX_LISTED = 1000

const tenantOptions: readonly Option[] = [
  { name: 'company', value: 'ID', description: 'The company; either this or an agency' },
  { name: 'agency', value: 'ID', description: 'The agency' },
]
const userOption: Option = { name: 'user', value: 'ID', required: true, description: 'The person' }
const roleOption: Option = {
  name: 'role',
  value: 'ROLE',
  required: true,
  description: `In a company one of ${companyRoles.join(', ')}; in an agency one of ${agencyRoles.join(', ')}`,
}

const work =
  (run: (call: Call, given: Given) => Promise<Answer>): OnSystem['run'] =>
  (system, given) =>
    asOperator(system, (call) => run(call, given))

const userCommands: readonly Command[] = [
  {
    name: 'user create',
    summary: 'Make an account for a person; the address counts as confirmed',
    options: [
      { name: 'email', value: 'EMAIL', required: true, description: 'The e-mail address they log in with' },
      { name: 'password', value: 'PASSWORD', required: true, description: 'Their first password' },
      { name: 'name', value: 'NAME', required: true, description: 'Their name' },
      { name: 'language', value: 'sv|en', description: 'Of pages and mails; sv if left out' },
    ],
    run: work(async (call, given) => {
      const language = given.text('language') ?? 'sv'
      if (!isLanguage(language)) throw new UsageError(`--language must be one of ${languages.join(', ')}`)
      const name = textOf(given, 'name')
      const email = textOf(given, 'email')
      const password = textOf(given, 'password')
      const { id } = await identityService.createPerson(call, { name, email, password, language })
      return { json: { id }, text: `User ${id}` }
    }),
  },
  {
    name: 'user list',
    summary: 'List the people who have an account',
    options: [],
    run: work(async (call) => {
      const users = await identityAdmin.listPeople(call, MAX_LISTED)
      const lines = users.map(({ id, name, email }) => `${id}  ${email}  ${name}`)
      return { json: { users }, text: lines.join('\n') || 'No users' }
    }),
  },
]

const copyCommand: Command = {
  name: 'user copy',
  summary:
    'Write a copy of everything that is stored about a person to a JSON file, for a person who has asked by letter',
  options: [
    { name: 'email', value: 'EMAIL', required: true, description: 'The person' },
    { name: 'output', value: 'FILE', description: 'Where to; named by the day if left out' },
  ],
  run: work(async (call, given) => {
    const { id } = await personBy(call, textOf(given, 'email'))
    const { email, language } = await readAccount(call, id)
    const answer = await copyFor(call, { id, email }, language)
    const output = fromCaller(given.text('output') ?? answer.name)
    try {
      await copyFile(answer.path, output, constants.COPYFILE_EXCL)
    } catch (cause) {
      throw new UsageError(`${output} cannot be written: ${(cause as Error).message}`)
    } finally {
      await rm(answer.path, { force: true })
    }
    return { json: { id, file: output, size: answer.size }, text: `${output}, ${answer.size} bytes` }
  }),
}

const operatorCommand: Command = {
  name: 'user operator',
  summary:
    'Let a person run the service in the console, once their login has a second step, with the code for it; or end it',
  options: [
    { name: 'email', value: 'EMAIL', required: true, description: 'The person' },
    { name: 'end', description: 'They no longer run the service' },
  ],
  run: work(async (call, given) => {
    const { id } = await personBy(call, textOf(given, 'email'))
    const isOperator = !given.has('end')
    await identityAdmin.setOperator(call, { personId: id, isOperator })
    const { hasSecondFactor, passkeys } = await readAccount(call, id)
    const isOpen = isOperator && !hasSecondFactor && passkeys === 0
    const code = isOpen ? await identityAdmin.enrolmentCode(call, id) : null
    const next =
      code === null ? '' : `; two-step login or a passkey comes first: the account page asks for the code ${code}`
    return {
      json: { id, isOperator, ...(code === null ? {} : { code }) },
      text: `User ${id} ${isOperator ? 'runs' : 'no longer runs'} the service${next}`,
    }
  }),
}

const memberCommands: readonly Command[] = [
  {
    name: 'member add',
    summary: 'Make a person a member of a company or an agency',
    options: [...tenantOptions, userOption, roleOption],
    run: work(async (call, given) => {
      const tenant = await tenantOf(call, given)
      const personId = idOf(given, 'user')
      const role = textOf(given, 'role') as Role
      await addMember(call, { tenant, personId, role })
      return { json: { id: personId, role }, text: `User ${personId} is ${role}` }
    }),
  },
  {
    name: 'member change',
    summary: 'Give a member another role',
    options: [...tenantOptions, userOption, roleOption],
    run: work(async (call, given) => {
      const tenant = await tenantOf(call, given)
      const personId = idOf(given, 'user')
      const role = textOf(given, 'role') as Role
      await changeRole(call, { tenant, personId, role })
      return { json: { id: personId, role }, text: `User ${personId} is ${role}` }
    }),
  },
  {
    name: 'member remove',
    summary: 'End a membership; a person who leaves an agency leaves its clients. A company keeps its last owner',
    options: [...tenantOptions, userOption],
    run: work(async (call, given) => {
      const tenant = await tenantOf(call, given)
      const personId = idOf(given, 'user')
      await removeMember(call, { tenant, personId })
      return { json: { id: personId }, text: `User ${personId} is no longer a member` }
    }),
  },
  {
    name: 'member signatory',
    summary: 'Say whether a member signs for the company (firmatecknare)',
    options: [
      companyOption,
      { name: 'email', value: 'EMAIL', required: true, description: 'The member' },
      { name: 'yes', description: 'Signs for the company' },
      { name: 'no', description: 'Does not sign for it, or no longer does' },
    ],
    run: forCompany(async (call, given) => {
      const isSignatory = given.has('yes')
      if (isSignatory === given.has('no')) throw new UsageError('Give either --yes or --no')
      const { id } = await personBy(call, textOf(given, 'email'))
      await identityAdmin.setSignatory(call, { personId: id, isSignatory })
      const json = { id, isSignatory }
      return { json, text: `User ${id} ${isSignatory ? 'signs' : 'does not sign'} for the company` }
    }),
  },
  {
    name: 'member list',
    summary: 'List the members of a company or an agency',
    options: tenantOptions,
    run: work(async (call, given) => {
      const members = await listMembers(call, await tenantOf(call, given))
      const lines = members.map(
        ({ personId, name, email, role, isSignatory }) =>
          `${personId}  ${role}  ${email}  ${name}${isSignatory ? ' (signatory)' : ''}`,
      )
      return { json: { members }, text: lines.join('\n') || 'No members' }
    }),
  },
]

const agencyCommands: readonly Command[] = [
  {
    name: 'agency create',
    summary: 'Register an agency with its first administrator',
    options: [
      { name: 'name', value: 'NAME', required: true, description: 'Its name' },
      { name: 'organization-number', value: 'NNNNNN-NNNN', required: true, description: 'Its organization number' },
      {
        name: 'admin',
        value: 'EMAIL',
        required: true,
        description: 'The e-mail address of the user who administers it',
      },
    ],
    run: work(async (call, given) => {
      const person = await personBy(call, textOf(given, 'admin'))
      const name = textOf(given, 'name')
      const organizationNumber = textOf(given, 'organization-number')
      const { id } = await createAgency(call, { name, organizationNumber })
      await addMember(call, { tenant: { type: 'agency', id }, personId: person.id, role: 'administrator' })
      return { json: { id }, text: `Agency ${id}` }
    }),
  },
  {
    name: 'agency add-company',
    summary: 'Make a company a client of an agency',
    options: [
      { name: 'agency', value: 'ID', required: true, description: 'The agency' },
      { name: 'company', value: 'ID', required: true, description: 'The company' },
    ],
    run: work(async (call, given) => {
      const { id: agencyId } = await findAgency(call, idOf(given, 'agency'))
      const { id: companyId } = await findCompany(call.db, idOf(given, 'company'))
      await addClientCompany(call, { agencyId, companyId })
      return { json: { agencyId, companyId }, text: `Company ${companyId} is a client of agency ${agencyId}` }
    }),
  },
  {
    name: 'agency remove-company',
    summary: 'Remove a company from the clients of an agency; its people lose it, with what they let in; owners stay',
    options: [
      { name: 'agency', value: 'ID', required: true, description: 'The agency' },
      { name: 'company', value: 'ID', required: true, description: 'The company' },
    ],
    run: work(async (call, given) => {
      const { id: agencyId } = await findAgency(call, idOf(given, 'agency'))
      const { id: companyId } = await findCompany(call.db, idOf(given, 'company'))
      const { tokens, connections } = await removeClient(call, { agencyId, companyId })
      const lines = [
        `Company ${companyId} is no client of agency ${agencyId} any more`,
        ...(tokens.length > 0 ? [`Private tokens that have ended: ${tokens.join(', ')}`] : []),
        ...(connections.length > 0 ? [`Connections that have ended: ${connections.join(', ')}`] : []),
      ]
      return { json: { agencyId, companyId, tokens, connections }, text: lines.join('\n') }
    }),
  },
  {
    name: 'agency list',
    summary: 'List the agencies',
    options: [],
    run: work(async (call) => {
      const agencies = await identityAdmin.listAgencies(call, MAX_LISTED)
      const lines = agencies.map(({ id, name, organizationNumber }) => `${id}  ${organizationNumber}  ${name}`)
      return { json: { agencies }, text: lines.join('\n') || 'No agencies' }
    }),
  },
]

const mailCommands: readonly Command[] = [
  {
    name: 'mail list',
    summary: 'List the newest mails, and whether they are sent',
    options: [],
    run: work(async (call) => {
      const mails = await listMails(call, MAX_LISTED)
      const lines = mails.map((mail) => `${mail.id}  ${stateOf(mail)}  ${mail.to}  ${mail.subject}`)
      return { json: { mails }, text: lines.join('\n') || 'No mails' }
    }),
  },
  {
    name: 'mail show',
    summary: 'Show a mail that has not been sent, with its links',
    options: [{ name: 'id', value: 'ID', required: true, description: 'The mail' }],
    run: work(async (call, given) => {
      const id = idOf(given, 'id')
      const mail = await readMail(call, id)
      if (!mail) throw new UsageError(`--id: there is no mail ${id}`)
      const { to, subject, text } = mail
      return { json: mail, text: `To: ${to}\nSubject: ${subject}\n\n${text ?? `(${stateOf(mail)}; the text is gone)`}` }
    }),
  },
]

export const personCommands: readonly Command[] = [
  ...userCommands,
  copyCommand,
  operatorCommand,
  ...memberCommands,
  ...agencyCommands,
  ...mailCommands,
]

const stateOf = ({ sentAt, failedAt, attempts }: MailState): string => {
  if (sentAt) return `sent ${sentAt.toISOString()}`
  if (failedAt) return `failed ${failedAt.toISOString()}`
  return attempts > 0 ? `tried ${attempts} times` : 'waiting'
}

const personBy = async (call: Call, email: string): Promise<Person> => {
  const person = await findPersonByEmail(call, email)
  if (!person) throw identityContribution.peopleRefusals.personNotFound({ id: email })
  return person
}

const textOf = (given: Given, name: string): string => given.text(name) ?? ''

const tenantOf = async (call: Call, given: Given): Promise<Tenant> => {
  const company = given.text('company')
  const agency = given.text('agency')
  if ((company === undefined) === (agency === undefined)) throw new UsageError('Give either --company or --agency')
  return company === undefined
    ? { type: 'agency', id: (await findAgency(call, idOf(given, 'agency'))).id }
    : { type: 'company', id: (await findCompany(call.db, idOf(given, 'company'))).id }
}
