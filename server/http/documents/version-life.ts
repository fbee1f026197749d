// The end of a version of the API: announced in headers, then brown-outs of announced length so that clients notice,
// and finally the end, when the operator removes it.
import type { FastifyInstance } from 'fastify'
import { httpRefusals } from '#http/answers/refusals'
import { SUPPORTED_VERSIONS } from '#http/answers/reply'
import type { Brand } from '#http/brand'
import { momentText } from '#platform/day'

/** When a version is deprecated, when it ends, and its brown-outs; `to` is the end of one. */
export type VersionLife = {
  deprecated: Date | undefined
  sunset: Date | undefined
  brownouts: readonly { from: Date; to: Date }[]
}

type Options = { life: VersionLife; clock: () => Date; isOfVersion: (url: string) => boolean; brand: Brand }

/** Adds the headers of RFC 9745 and RFC 8594 to every response of the version, and its brown-outs. */
export const addVersionLife = (app: FastifyInstance, { life, clock, isOfVersion, brand }: Options): void => {
  const { deprecated, sunset, brownouts } = life
  if (!deprecated && !sunset) return
  const told: Record<string, string> = {
    ...(deprecated ? { deprecation: `@${Math.floor(deprecated.getTime() / 1000)}` } : {}),
    ...(sunset ? { sunset: sunset.toUTCString() } : {}),
  }
  app.addHook('onSend', async (request, reply) => {
    if (!isOfVersion(request.url)) return
    reply.headers(told)
    if (deprecated && deprecated <= clock()) reply.header(brand.deprecatedVersions, SUPPORTED_VERSIONS)
  })
  app.addHook('onRequest', async (request) => {
    if (brownouts.length === 0 || !isOfVersion(request.url)) return
    const now = clock()
    const here = brownouts.find(({ from, to }) => from <= now && now < to)
    if (!here || !sunset) return
    const seconds = Math.ceil((here.to.getTime() - now.getTime()) / 1000)
    const values = { sunset: momentText(sunset), until: momentText(here.to) }
    throw httpRefusals.brownout(values, [], { 'retry-after': seconds })
  })
}
