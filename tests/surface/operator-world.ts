// What rows of operators name: each is made anew, in the state in which an operator sees it.
import { accessAdmin, approvalDigestOf, findIntegration } from '#access'
import type { Row } from '#http'
import { identityAdmin } from '#identity'
import { queueMail } from '#mail/mail'
import { newId } from '#platform/id'
import { seal } from '#platform/seal'
import { sql } from '#platform/sql'
import { freshNumber } from '#support/callers'
import type { Service } from '#support/service'
import { newPersonInside } from '#support/visitor'

type Values = Record<string, string>

/** Makes what the placeholders of an operator's row name. */
export const ofOperator = async (service: Service, row: Row): Promise<Values> => {
  const { path, operationId } = row
  if (path.includes('{personId}')) return { personId: await personFor(service, operationId) }
  if (operationId === 'makeAccount')
    return { body: JSON.stringify({ name: 'Anna Ek', email: `${newId()}@example.com` }) }
  if (operationId === 'makeAgency') return { body: JSON.stringify(await agencyFor(service)) }
  if (operationId === 'setOperatedReferenceRate')
    return { body: JSON.stringify({ from: '2026-01-01', percent: newPercent() }) }
  if (path.includes('{jobId}')) return { jobId: await failedJob(service) }
  if (operationId === 'retryJobs') await failedJob(service)
  if (path.includes('{mailId}')) return { mailId: await waitingMail(service) }
  if (path.includes('{integrationId}')) return integrationFor(service, operationId)
  if (operationId === 'setOperatedRate')
    return { body: JSON.stringify({ currency: 'EUR', date: '2026-06-01', rate: newRate() }) }
  if (!path.includes('/verifications')) return {}
  await service.database.rows(sql`delete from platform.job where kind = 'books.verify' and claim_id is null`)
  await service.database.rows(sql`delete from operator.verification_fault`)
  await service.database.rows(sql`delete from operator.verification`)
  return path.includes('{verificationId}') ? { verificationId: await foundRun(service) } : {}
}

let rates = 0
const newRate = (): number => {
  rates += 1
  return (1100 + rates) / 100
}

/** Another multiple of a half each time. */
const newPercent = (): number => {
  rates += 1
  return 3 + rates / 2
}

/** An unregistered agency, for a person with an account. */
const agencyFor = async (service: Service) => {
  const { person } = await newPersonInside(service)
  return { name: 'Byrån AB', organizationNumber: freshNumber(), adminEmail: person.email }
}

const personFor = async (service: Service, operationId: string): Promise<string> => {
  const { person } = await newPersonInside(service)
  if (operationId === 'unlockPerson')
    await service.database.rows(sql`update identity.person set locked_at = now() where id = ${person.id}`)
  if (operationId === 'resetSecondFactor') {
    const sealed = seal(service.standing.keysFor('second factor'), 'ORSXG5A', person.id)
    await service.database.rows(sql`
      insert into identity.second_factor (person_id, sealed_secret, created_at, confirmed_at)
      values (${person.id}, ${sealed}, now(), now())`)
  }
  return person.id
}

const failedJob = async (service: Service): Promise<string> => {
  const id = newId()
  await service.database.rows(sql`
    insert into platform.job (id, kind, tenant_id, payload, queued_at, due_at, failed_at, last_error)
    values (${id}, 'mail.send', ${newId()}, ${JSON.stringify({ id: newId() })}, now(), now(), now(), 'Prov')`)
  return id
}

/** A mail that no server has accepted. */
const waitingMail = async (service: Service): Promise<string> => {
  const to = `${newId()}@example.com`
  await service.operate((call) => queueMail(call, { to, subject: 'Prov', text: 'Prov' }))
  const { id } = await service.database.one<{ id: string }>(
    sql`update platform.mail set failed_at = now(), last_error = 'Prov' where recipient = ${to} returning id`,
  )
  return id
}

const integrationFor = async (service: Service, operationId: string): Promise<Values> => {
  const { person } = await newPersonInside(service)
  const form = { name: 'Kassan', description: 'Kassor', mode: 'production', redirectUris: [], scopes: 'accounting' }
  const { id } = await service.operate((call) => accessAdmin.createIntegration(call, { ...form, ownerId: person.id }))
  if (operationId !== 'approveIntegration') return { integrationId: id }
  await service.database.rows(sql`update access.integration set approved_at = null where id = ${id}`)
  const seen = approvalDigestOf(await findIntegration({ db: service.database }, { id }))
  return { integrationId: id, body: JSON.stringify({ approval: 'production', seen }) }
}

const foundRun = async (service: Service): Promise<string> => {
  const id = newId()
  await service.database.rows(sql`
    insert into operator.verification (id, begun_at, begun_by, companies, companies_done, entries, faults, finished_at)
    values (${id}, now(), 'Karin Ek', 1, 1, 12, 1, now())`)
  await service.database.rows(sql`
    insert into operator.verification_fault (verification_id, number, company_id, company_name, part, fault)
    values (${id}, 1, ${newId()}, 'Provbolaget AB', 'books', 'entry V 1 is not the one that was booked')`)
  return id
}

/** Makes a logged-in person an operator, as if by a two-factor login. */
export const runsTheService = async (service: Service, personId: string): Promise<void> => {
  await service.operate((call) => identityAdmin.setOperator(call, { personId, isOperator: true }))
  await service.database.rows(sql`update identity.session set is_proven = true where person_id = ${personId}`)
}
