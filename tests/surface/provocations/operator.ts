// How the refusals of those who run the service come about.
import { identityAdmin, identityService, lockAccount } from '#identity'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { asking, logInAs } from '#support/calling'
import type { Service } from '#support/service'
import { newPersonInside } from '#support/visitor'
import { type Provocation, verb } from '#tests/surface/provocations'

/** An operator; `isProven`: after a two-factor login. */
const anOperator = async (service: Service, { isProven = true } = {}) => {
  const { id } = await service.newCompany()
  const { person, headers } = await logInAs(service, { type: 'company', id }, 'owner')
  await service.operate((call) => identityAdmin.setOperator(call, { personId: person.id, isOperator: true }))
  await service.database.rows(sql`update identity.session set is_proven = ${isProven} where person_id = ${person.id}`)
  return { person, headers, ask: asking(service.base, headers) }
}

const asOperator =
  (method: string, path: string, body?: object): Provocation =>
  async (service) =>
    (await (await anOperator(service)).ask(method, path, body)).body

const anEdition = {
  ...{ edition: 'Prov', checkedOn: '2026-11-28' },
  values: [{ key: 'vat.food', from: '2090-01-01', to: null, value: 12, source: 'Prov', certainty: 'statute' }],
}

export const ofOperators: Record<string, Provocation> = {
  noJob: asOperator('POST', `/operator/jobs/${newId()}/retry`),
  noMail: asOperator('POST', `/operator/mails/${newId()}/send-again`),
  noVerification: asOperator('GET', `/operator/verifications/${newId()}`),
  tooManyEditions: async (service) => {
    const { ask } = await anOperator(service)
    const { id } = (await ask('POST', '/operator/law-editions', anEdition)).body
    await service.database.rows(sql`
      insert into operator.law_edition (id, name, checked_on, content, imported_at, imported_by)
      select gen_random_uuid(), name, checked_on, content, imported_at, imported_by
      from operator.law_edition cross join generate_series(1, 200) where id = ${id}`)
    return (await ask('POST', '/operator/law-editions', anEdition)).body
  },
  underWay: async (service) => {
    const { ask } = await anOperator(service)
    await ask('POST', '/operator/verifications')
    return (await ask('POST', '/operator/verifications')).body
  },
}

export const ofOperatorFaults: Record<string, Provocation> = {
  noAccount: asOperator('POST', '/operator/agencies', {
    name: 'Byrån AB',
    organizationNumber: '556677-8899',
    adminEmail: 'ingen@example.com',
  }),
  lawEdition: asOperator('POST', '/operator/law-editions', {
    ...{ edition: 'x', checkedOn: '2026-11-28' },
    values: [{ key: 'vat.fodd', from: '2029-01-01', to: null, value: 6, source: 'x', certainty: 'statute' }],
  }),
  halfYear: asOperator('POST', '/operator/reference-rates', { from: '2026-02-01', percent: 2 }),
  halves: asOperator('POST', '/operator/reference-rates', { from: '2026-01-01', percent: 2.25 }),
  elevated: asOperator('POST', `/operator/integrations/${newId()}/approve`, {
    approval: 'elevatedScope',
    scope: 'x',
    seen: 'x',
  }),
}

export const ofAccounts: Record<string, Provocation> = {
  ownAccount: async (service) => {
    const { person, ask } = await anOperator(service)
    return (await ask('POST', `/operator/people/${person.id}/lock`)).body
  },
  locked: async (service) => {
    const { person } = await newPersonInside(service)
    await service.operate((call) => lockAccount(call, { personId: person.id, isLocked: true }))
    return verb(async (call) => {
      await identityService.complete({ ...call, agent: '', sessionId: null, cookie: () => null }, person.id, {})
    })(service)
  },
}

export const ofOperatorGuard: Record<string, Provocation> = {
  notOperator: async (service) => {
    const { id } = await service.newCompany()
    const { headers } = await logInAs(service, { type: 'company', id }, 'owner')
    return (await asking(service.base, headers)('GET', '/operator/health')).body
  },
  operatorUnproven: async (service) =>
    (await (await anOperator(service, { isProven: false })).ask('GET', '/operator/health')).body,
}
