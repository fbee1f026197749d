// Editions of the law that the operator imports between releases: checked, kept, and laid on those of the release.
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { invalidWith } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Edition, editionOf, fitEditions, LawError, layEditions } from '#rule/law'
import { operatorFaults as faults, operatorRefusals as refusals } from './refusals.ts'

/** Maximum number of imported editions; a release takes them over. */
const MAX_EDITIONS = 200

/** An imported edition, with the time of its import and the person who imported it. */
export type Imported = { id: string; edition: Edition; importedAt: Date; importedBy: string }

/** The imported editions, the first one at the bottom. */
const importedEditions = async (db: Pick<Db, 'rows'>): Promise<Imported[]> => {
  const rows = await db.rows<Omit<Imported, 'edition'> & { content: unknown }>(sql`
    select id, content, imported_at as "importedAt", imported_by as "importedBy"
    from operator.law_edition order by id limit ${MAX_EDITIONS}`)
  return rows.map(({ content, ...rest }) => ({ ...rest, edition: editionOf(content) }))
}

/**
 * Lays the imported editions on those of the release, for this process.
 * @throws {LawError} where they do not fit together; the table stays what it was
 */
export const takeEditions = async (db: Pick<Db, 'rows'>): Promise<Imported[]> => {
  const imported = await importedEditions(db)
  layEditions(imported.map(({ edition }) => edition))
  return imported
}

/** Imports an edition; refused with everything that is wrong in it, or does not fit with the others. */
export const importEdition = async (call: Call, file: unknown): Promise<Imported> => {
  const { db, now, actor } = call
  const before = await importedEditions(db)
  const edition = fittingEdition(
    file,
    before.map((one) => one.edition),
  )
  if (before.length >= MAX_EDITIONS) throw refusals.tooManyEditions({ limit: MAX_EDITIONS })
  const { name, checkedOn, values } = edition
  const content = { edition: name, checkedOn, values: values.map(({ edition: _, checkedOn: __, ...value }) => value) }
  const made = { id: newId(), edition, importedAt: now, importedBy: actor.name }
  await db.rows(sql`
    insert into operator.law_edition (id, name, checked_on, content, imported_at, imported_by)
    values (${made.id}, ${name}, ${checkedOn}, ${JSON.stringify(content)}::jsonb, ${now}, ${actor.name})`)
  recordEvent(call, 'law.imported', null, { edition: name, checkedOn, values: content.values.length })
  return made
}

const fittingEdition = (file: unknown, before: readonly Edition[]): Edition => {
  try {
    const edition = editionOf(file)
    fitEditions([...before, edition])
    return edition
  } catch (cause) {
    if (!(cause instanceof LawError)) throw cause
    throw invalidWith(cause.faults.map((fault) => faults.lawEdition('#', { fault })))
  }
}
