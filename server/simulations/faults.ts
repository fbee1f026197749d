// Faults that a program asks for in a test company, with `Prefer: fault=…`: what a network and a busy service do at
// times, so that a client's handling of them can be tested.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Brand, httpContribution } from '#http'
import { httpService } from '#http/service'
import type { Database } from '#platform/db'
import { isId } from '#platform/id'
import { invalidWith } from '#platform/refusal'
import { isTest } from './entrance.ts'
import { simulationFaults as faults } from './refusals.ts'

/**
 * `timeout`: the request is done, and its answer is lost on the way. `duplicate`: it arrives twice, as when a proxy on
 * the way sends it again, and the answer is that of the second.
 */
const FAULTS = ['429', '503', 'timeout', 'duplicate'] as const

/** Where a wrong one stands, in the errors. */
const FIELD = 'Prefer'
/** After how long to try again, in seconds. */
const RETRY_SECONDS = 1

/** The requests whose answers are lost. */
const lost = new WeakSet<FastifyRequest>()

/** Adds them. They come after the guard: only who may call an endpoint of the company gets a fault of it. */
export const addFaults = (app: FastifyInstance, { database, brand }: { database: Database; brand: Brand }): void => {
  app.addHook('preHandler', async (request) => {
    const asked = httpService.preferenceIn(request.headers.prefer, 'fault')
    if (asked === undefined || !isId(request.companyId)) return
    const { companyId } = request
    if (!(await isTest({ db: database, companyId }))) throw invalidWith([faults.faultInRealCompany(FIELD)])
    const fault = FAULTS.find((one) => one === asked)
    if (!fault) throw invalidWith([faults.unknownFault(FIELD, { faults: FAULTS.join(', ') })])
    if (fault === 'timeout') lost.add(request)
    else if (fault === 'duplicate') await arriveBefore(app, request)
    else throw refusalOf(fault, brand)
  })
  app.addHook('onSend', async (request, reply) => {
    if (lost.has(request)) reply.raw.destroy()
  })
}

/** The same request, with the same headers, arrives before this one, and is done; only its answer is not read. */
const arriveBefore = async (app: FastifyInstance, request: FastifyRequest): Promise<void> => {
  const { method, url, body, ip: remoteAddress } = request
  const { 'content-length': _length, 'transfer-encoding': _coding, prefer, ...headers } = request.headers
  // The content of a file is not read yet.
  const type = headers['content-type']
  if (type !== undefined && !/json/.test(type)) throw invalidWith([faults.duplicateOfJson(FIELD)])
  const preferred = [prefer]
    .flat()
    .join(',')
    .replace(/(^|,)\s*fault\s*=\s*"?duplicate"?\s*(?=[,;]|$)/gi, '$1')
  const hasBody = body !== undefined && body !== null
  await app.inject({
    method: method as 'POST',
    url,
    remoteAddress,
    headers: { ...headers, ...(preferred.replaceAll(/[\s,]/g, '') === '' ? {} : { prefer: preferred }) },
    ...(hasBody ? { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) } : {}),
  })
}

/** The refusals that a busy service gives. */
const refusalOf = (fault: '429' | '503', brand: Brand) => {
  const seconds = RETRY_SECONDS
  const headers = { 'retry-after': seconds }
  const { tooManyRequests, unavailable } = httpContribution.refusals
  return fault === '429'
    ? tooManyRequests({ limit: 0, seconds }, [], { ...headers, [brand.rateRetryAfter]: seconds })
    : unavailable({ reason: 'The fault that was asked for', seconds }, [], headers)
}
