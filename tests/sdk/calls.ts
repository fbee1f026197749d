// A client as tests have it, and calls by name: what a row does over HTTP, through the SDK.
import { type ClientOptions, createClient } from '#sdk'
import type { Service } from '#support/service'

export const newClient = (service: Service, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: service.base, ...options })

type Called = (...given: unknown[]) => unknown

/** The function of an operation in the tree, given the words of its name and the values of its path. */
export const functionOf = (
  client: ReturnType<typeof createClient>,
  { scope, resources, verb }: { scope: string; resources: readonly string[]; verb: string },
  tenantId = '',
): Called => {
  const from = { service: client, me: client.me, operator: client.operator }[scope]
  const start = from ?? (scope === 'company' ? client.company(tenantId) : client.agency(tenantId))
  // The names come from the document, as those of the tree do.
  return [...resources, verb].reduce((at, word) => (at as Record<string, unknown>)[word], start as unknown) as Called
}
