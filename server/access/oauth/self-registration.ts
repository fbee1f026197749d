// Clients without an owner: programs that have registered themselves (RFC 7591), and those whose client_id is the
// address of a document about them. They have no secret, read and propose only, and are marked as unverified wherever
// people meet them.
import { readScopes, selfScopes } from '#access/scope.rules'
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { isId, newId } from '#platform/id'
import { sql } from '#platform/sql'
import {
  type ClientMetadata,
  isDocumentUrl,
  type MetadataFault,
  metadataInDocument,
  secondsToKeep,
} from './client-metadata.rules.ts'

/** Reads a document at a public address; null if there is none. */
export type ReadDocument = (url: string) => Promise<{ text: string; cacheControl: string | null } | null>

/** Most registrations that no company has let in yet, in the whole installation. */
const MAX_UNUSED = 1000
/** How long a registration that no company has let in is kept, in milliseconds (a week). */
const UNUSED_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** The client of a registration, as the answer tells it. */
type RegisteredClient = { id: string; name: string; redirectUris: string[]; scopes: string[] }

/** Stores a registration; null if too many are waiting to be used. */
export const registerItself = async (
  { db, now }: Pick<Call, 'db' | 'now'>,
  { name, redirectUris, scope }: ClientMetadata,
): Promise<RegisteredClient | null> => {
  const { unused } = await db.one<{ unused: number }>(sql`
    select count(*)::int as unused from (
      select from access.integration i
      where i.registered_by = 'itself' and i.ended_at is null
        and not exists (select from access.connection c where c.integration_id = i.id)
      limit ${MAX_UNUSED}) waiting`)
  if (unused >= MAX_UNUSED) return null
  const id = newId()
  const scopes = scopesFor(scope)
  await db.rows(sql`
    insert into access.integration (
      id, registered_by, name, description, mode, redirect_uris, scopes, created_at)
    values (${id}, 'itself', ${name}, '', 'production', ${redirectUris}, ${scopes}, ${now})`)
  return { id, name, redirectUris, scopes }
}

/** What it may ask for: what it names of what such clients may have, or all of that. */
const scopesFor = (scope: string | null): string[] => {
  const named = scope === null ? [] : readScopes(scope).scopes.filter((one) => selfScopes.includes(one))
  return named.length > 0 ? named : [...selfScopes]
}

/** The client of a document: its id here. */
type DocumentRow = { id: string; isFresh: boolean; hasEnded: boolean }

/** The client whose client_id is this address, as it was last read; null if it was never read. */
export const clientOfDocument = ({ db, now }: Pick<Call, 'db' | 'now'>, url: string): Promise<DocumentRow | null> =>
  db.maybe<DocumentRow>(sql`
    select id, document_until > ${now} as "isFresh", ended_at is not null as "hasEnded"
    from access.integration where document_url = ${url}`)

/** Reads the document, and stores the client as it says; a fault if there is none, or if it is not one of a client. */
export const readClientDocument = async (
  { db, now }: Pick<Call, 'db' | 'now'>,
  url: string,
  read: ReadDocument,
): Promise<{ id: string } | MetadataFault> => {
  const found = await read(url)
  if (!found) return { error: 'invalid_client_metadata', description: 'The document cannot be read' }
  const metadata = metadataInDocument(url, found.text)
  if ('error' in metadata) return metadata
  const { name, redirectUris, scope } = metadata
  const until = new Date(now.getTime() + secondsToKeep(found.cacheControl) * 1000)
  return db.one<{ id: string }>(sql`
    insert into access.integration (
      id, registered_by, name, description, mode, redirect_uris, scopes, document_url, document_until, created_at)
    values (${newId()}, 'document', ${name}, '', 'production', ${redirectUris}, ${scopesFor(scope)}, ${url}, ${until},
      ${now})
    on conflict (document_url) where document_url is not null do update set name = excluded.name,
      redirect_uris = excluded.redirect_uris, scopes = excluded.scopes, document_until = excluded.document_until
    returning id`)
}

/** The client without a secret that a token request names; null if it has one, or does not exist. */
export const publicClient = async (db: Db, clientId: string): Promise<{ id: string; name: string } | null> => {
  const isDocument = isDocumentUrl(clientId)
  if (!isDocument && !isId(clientId)) return null
  return db.maybe<{ id: string; name: string }>(sql`
    select id, name from access.integration
    where ${isDocument ? sql`document_url` : sql`id`} = ${clientId} and registered_by <> 'person' and ended_at is null`)
}

/** Deletes the registrations that no company has let in within a week. */
export const forgetUnused = async ({ db }: Pick<Call, 'db'>, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - UNUSED_KEPT_MS)
  await db.rows(sql`
    delete from access.integration i
    where i.registered_by <> 'person' and i.ended_at is null and i.created_at < ${before}
      and not exists (select from access.connection c where c.integration_id = i.id)`)
}
