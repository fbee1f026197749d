// Requests without an endpoint: 404 with the path that was most likely meant, or 405 with the allowed methods.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageErrors } from '#http/pages/page-engine'
import { placeholdersOf, type Row } from '#http/row'
import { editDistance } from '#platform/misspelling'
import type { Refusal } from '#platform/refusal'
import { lazy } from '#threads/lazy'
import { httpRefusals } from './refusals.ts'

/** Most characters of the client's path that an error repeats. */
export const MAX_REPEATED = 200

/** A served path; `headless` if its GET has no HEAD. */
type Served = Pick<Row, 'method' | 'path'> & { headless?: boolean }

type NotFoundOptions = {
  rows: readonly Served[]
  /** The prefix of all paths of the API, which clients may forget. */
  basePath: string
  refuse: (request: FastifyRequest, reply: FastifyReply, refused: Refusal) => FastifyReply
  pages?: PageErrors
}

/**
 * Answers unknown paths with 404, and known paths with another method with 405. If several rows' paths match, only the
 * most specific ones count: `/bank-payments/bulk` is not a bank payment with the id "bulk".
 */
export const addNotFound = (app: FastifyInstance, { rows, basePath, refuse, pages }: NotFoundOptions): void => {
  const patterns = rows.map(({ path, method, headless = false }) => {
    const methods: string[] = method === 'GET' && !headless ? ['GET', 'HEAD'] : [method]
    return { methods, pattern: patternOf(path), placeholders: widthOf(path), isForReaders: isWild(path) }
  })
  const known = [...new Set(rows.map(({ path }) => path))].filter((path) => !isWild(path))
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isReader = pages?.isReader(request) ?? false
    const fitting = patterns.filter(({ pattern, isForReaders }) => pattern.test(path) && (isReader || !isForReaders))
    const closest = Math.min(...fitting.map(({ placeholders }) => placeholders))
    const here = fitting.filter(({ placeholders }) => placeholders === closest).flatMap(({ methods }) => methods)
    const shown = path.slice(0, MAX_REPEATED)
    const send = (refused: Refusal) =>
      pages && isReader ? pages.send(request, reply, refused) : refuse(request, reply, refused)
    if (here.length > 0) {
      const allowed = [...new Set(here)].join(', ')
      return send(httpRefusals.wrongMethod({ path: shown, allowed, method: request.method }, [], { allow: allowed }))
    }
    const meant = path.length > MAX_REPEATED ? null : pathMeantBy(path, known, basePath)
    return send(meant ? httpRefusals.otherPath({ path: shown, meant }) : httpRefusals.unknownPath({ path: shown }))
  }
  app.setNotFoundHandler(answer)
  for (const { method, path } of shadowed(rows)) {
    // Before the body is read, because no endpoint accepts it.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => answer(request, reply)
    app.route({ method, url: urlOf(path), onRequest, handler: answer })
  }
}

/** Methods that a path does not have, and that a row with a placeholder in its place would wrongly answer. */
const shadowed = (rows: readonly Served[]): Pick<Row, 'method' | 'path'>[] => {
  const paths = [...new Set(rows.map(({ path }) => path))]
  const shapes = paths.map((path) => ({ ...shapeOf(path), pattern: lazy(() => patternOf(path)) }))
  const methods = new Map(paths.map((path): [string, Set<Row['method']>] => [path, new Set()]))
  for (const { path, method } of rows) methods.get(path)?.add(method)
  return shapes.flatMap(({ path, depth, least }) => {
    // Every start compares all paths with each other, so cheap checks exclude most pairs.
    const wider = shapes.filter(
      (one) => one.width > least && (one.depth === depth || one.isWild) && one.pattern().test(path),
    )
    const own = methods.get(path)
    const others = new Set(wider.flatMap((one) => [...(methods.get(one.path) ?? [])]).filter((one) => !own?.has(one)))
    return [...others].map((method) => ({ method, path }))
  })
}

/** Properties that exclude a match without the pattern: the number of segments, and of placeholders. */
const shapeOf = (path: string) => ({
  path,
  depth: path.split('/').length,
  least: placeholdersOf(path).length,
  width: widthOf(path),
  isWild: isWild(path),
})

const urlOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** Whether the row serves everything below its path, like the pages of the console. */
const isWild = (path: string) => path.endsWith('/*')

/** How general a path is: of two matches, the one with fewer placeholders is meant, and wildcards come last. */
const widthOf = (path: string) => placeholdersOf(path).length + (isWild(path) ? EVERYTHING : 0)

/** More than the placeholders of any path. */
const EVERYTHING = 100

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\*$/, '.+')}$`)

/** The largest total edit distance between a path and the one that was meant. */
const MOST_LETTERS = 2

/**
 * The known path that an unknown one is nearest to: without repeated slashes, with the missing version, with the right
 * letter case, and at most two letters of its words corrected. Null if none is near. Values of placeholders are kept.
 */
const pathMeantBy = (path: string, known: readonly string[], basePath: string): string | null => {
  const plain = path.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  let nearest: string | null = null
  let least = MOST_LETTERS + 1
  for (const given of [plain, `${basePath}${plain}`]) {
    const segments = given.split('/')
    // The start page is close to every short path, and is never what was meant.
    for (const each of known.filter((one) => one !== '/')) {
      const found = mended(segments, each.split('/'), least - 1)
      if (!found || found.letters >= least) continue
      nearest = found.path
      least = found.letters
    }
  }
  return nearest
}

/** The path with the words of a known one, and the number of corrections; null if that takes more than `most`. */
const mended = (
  given: readonly string[],
  known: readonly string[],
  most: number,
): { path: string; letters: number } | null => {
  if (given.length !== known.length) return null
  let letters = 0
  const path: string[] = []
  for (const [index, word] of known.entries()) {
    const own = given[index] ?? ''
    if (/^\{\w+\}$/.test(word)) {
      if (own === '') return null
      path.push(own)
      continue
    }
    letters += editDistance(own.toLowerCase(), word.toLowerCase(), most - letters)
    if (letters > most) return null
    path.push(word)
  }
  return { path: path.join('/'), letters }
}
