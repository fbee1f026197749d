// Logs each request with a valid token, for any outcome.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { loggableName } from '#http'
import type { Database } from '#platform/db'
import { isId } from '#platform/id'
import { keptPath, LEFT_OUT } from './entry.rules.ts'
import { newRequestLog } from './keeping.ts'

/** Logs the requests of an app; pending entries are written when the app closes. */
export const keepRequests = (app: FastifyInstance, database: Pick<Database, 'lookUps'>): void => {
  const log = newRequestLog(database, (cause) =>
    app.log.warn({ err: cause }, 'Some requests could not be stored in the request log'),
  )
  app.decorate('requestLog', log)
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { caller, method, refused, id } = request
    if (!caller) return done()
    log.note({
      ...caller,
      tenantId: tenantOf(request),
      now: request.now,
      method,
      status,
      pathToKeep: () => pathOf(request),
      durationMs: Math.round(elapsedTime),
      // Callers choose it, and it may contain anything.
      requestId: id.includes('@') ? LEFT_OUT : id,
      refused,
    })
    done()
  })
  app.addHook('onClose', () => log.close())
}

const tenantOf = ({ params }: FastifyRequest): string | null => {
  const { companyId, agencyId } = params as Readonly<Record<string, string>>
  const id = companyId ?? agencyId ?? ''
  return isId(id) ? id : null
}

const pathOf = ({ routeOptions, params, url }: FastifyRequest): string => {
  const [, query = ''] = url.split('?', 2)
  const isName = (name: string) => loggableName(name) === name
  return keptPath({ route: routeOptions.url ?? '', params: params as Readonly<Record<string, string>>, query }, isName)
}

declare module 'fastify' {
  interface FastifyInstance {
    requestLog: ReturnType<typeof newRequestLog>
  }
}
