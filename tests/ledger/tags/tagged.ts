// What the tests of tags share: groups with tags, entries that have them, uploads.
import { expect } from 'vitest'
import { pngFile } from '#support/samples/sample-files'
import type { Answer, TestCompany } from '#support/service'

/** Sends a request that is answered, and gives the answer's body. */
export const done = async (asked: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body, text } = await asked
  expect([200, 204], text).toContain(status)
  return body
}

/** A group with tags; its ids by the names of the tags, and its own as `group`. */
export const tagGroup = async (
  company: TestCompany,
  group: { name: string; alias: string; dimensionNumber?: number | null },
  names: readonly string[],
): Promise<Record<string, string>> => {
  const { id } = await done(company.post('/tag-groups', group))
  const ids: Record<string, string> = { group: id }
  for (const name of names) ids[name] = (await done(company.post(`/tag-groups/${id}/tags`, { name }))).id
  return ids
}

/** What is wrong with a request, `field: message`. */
export const wrongWith = async (asked: Promise<Answer>): Promise<string[]> => {
  const { status, body } = await asked
  expect([status, body.code]).toEqual([400, 'validation-error'])
  return body.errors.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`)
}

/** The names and weights of the tags of an entry, and of its items: `Nord 0.5`. */
export const tagsShown = ({ tags, items }: Answer['body']): [string[], string[][]] => {
  const named = (all: { tagName: string; weight: number }[] = []) => all.map((tag) => `${tag.tagName} ${tag.weight}`)
  return [named(tags), items.map((item: { tags?: [] }) => named(item.tags))]
}

/** An upload that is not connected yet. */
export const anUpload = async (company: TestCompany): Promise<string> =>
  (await done(company.upload('/uploads', 'kvitto.png', pngFile()))).id
