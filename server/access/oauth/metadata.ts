// The metadata of the authorization server (RFC 8414).
import type { FastifyInstance } from 'fastify'
import { registrableScopes } from '#access/scope.rules'
import { languages } from '#http'

/** RFC 8414 §3: below the host, before the path of the issuer. */
const WELL_KNOWN = '/.well-known/oauth-authorization-server'

/**
 * The issuer: PUBLIC_URL. If its port is chosen by the system (`:0`), the real port is used, which is known once the
 * service listens.
 */
export const issuerOf = (app: FastifyInstance, publicUrl: string) => (): string => {
  if (!/:0(?=\/|$)/.test(publicUrl)) return publicUrl
  const address = app.server.address()
  return typeof address === 'object' && address ? publicUrl.replace(/:0(?=\/|$)/, `:${address.port}`) : publicUrl
}

/**
 * The paths of the metadata. RFC 8414 appends the issuer's path to the well-known one; a proxy that removes a leading
 * path leaves the bare one; below the API it is next to the endpoints.
 */
export const metadataPaths = (publicUrl: string, basePath: string): string[] => {
  const path = new URL(publicUrl).pathname.replace(/\/$/, '')
  return [...new Set([WELL_KNOWN, `${WELL_KNOWN}${path}`, `${basePath}${WELL_KNOWN}`])]
}

/** What this service is called as a resource (RFC 8707): its address, that of the API, and that of agents. */
export const resourcesOf = (issuer: string, basePath: string): string[] => [
  issuer,
  `${issuer}${basePath}`,
  `${issuer}/mcp`,
]

/**
 * The metadata of an issuer whose endpoints are below `basePath`; `mayRegister` if clients may register themselves. The
 * names of our own parameters contain `mark`, so that clients can read them here (RFC 8414 §2 allows additions).
 */
export const metadata = (
  issuer: string,
  { basePath, mark, mayRegister }: { basePath: string; mark: string; mayRegister: boolean },
) => {
  const base = `${issuer}${basePath}`
  const methods = ['client_secret_basic']
  const orPublic = mayRegister ? [...methods, 'none'] : methods
  return {
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    revocation_endpoint: `${base}/token/revoke`,
    introspection_endpoint: `${base}/token/introspect`,
    ...(mayRegister ? { registration_endpoint: `${base}/register`, client_id_metadata_document_supported: true } : {}),
    scopes_supported: [...registrableScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: orPublic,
    revocation_endpoint_auth_methods_supported: orPublic,
    introspection_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    tenant_type_parameter: `${mark}_tenanttype`,
    tenant_id_parameter: `${mark}_tenantid`,
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: [...languages],
    service_documentation: `${issuer}/docs`,
  }
}
