// What a browser says it is, as far as it is kept.
import type { FastifyRequest } from 'fastify'

/** Maximum number of characters in the browser's name that are kept. */
const MAX_AGENT = 200

export const agentOf = ({ headers }: FastifyRequest): string => (headers['user-agent'] ?? '').slice(0, MAX_AGENT)
