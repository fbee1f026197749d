// The browser's User-Agent, shortened for storage.
import type { FastifyRequest } from 'fastify'

/** Most characters of the User-Agent that are kept. */
const MAX_AGENT = 200

export const agentOf = ({ headers }: FastifyRequest): string => (headers['user-agent'] ?? '').slice(0, MAX_AGENT)
