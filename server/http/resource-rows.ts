// The endpoints that resources of a company have in common: each is added, listed, read, replaced and removed by its
// id. Parts of a resource are, by its id and their own.
import { pageOf, type pageQuery, type Static, type TSchema } from '#http/bodies/schema'
import type { Page, PageRequest } from '#platform/list'
import type { RefusalKind } from '#platform/refusal'
import type { CompanyRowCall, Input, Row } from './row.ts'

/** What the endpoints of a resource share. `Kept` is how verbs return one, `Shown` the schema of how it is answered. */
type Resource<Kept, Shown extends TSchema> = Pick<Row, 'tag' | 'feature' | 'passing'> & {
  /** The path of all of them. */
  path: string
  /** The placeholder of one of them, such as `customerId`. */
  idName: string
  /** The word before `:read` and `:write` in the scopes. */
  scope: string
  answer: Shown
  shown: (kept: Kept) => Static<Shown>
  notFound: RefusalKind
}

/** Reads one and locks it until the transaction ends, for the comparison with If-Match. */
type Holds<Kept> = { hold: (call: CompanyRowCall, id: string) => Promise<Kept> }

type Told = Pick<Row, 'operationId' | 'summary' | 'description'>
/** `refusals` are those besides that there is no such resource. */
type Writes = Told & { events: NonNullable<Row['events']>; refusals?: readonly RefusalKind[] }
type WritesBody<Body extends TSchema> = Writes & Pick<Row, 'example' | 'featureOf'> & { body: Body }
type Wrong = ReturnType<NonNullable<Row['examine']>>

type Lists<Kept> = Told & {
  query: ReturnType<typeof pageQuery>
  run: (call: CompanyRowCall, request: PageRequest) => Promise<Page<Kept>>
}
type Reads<Kept> = Told & { run: (call: CompanyRowCall, id: string) => Promise<Kept> }
type Creates<Kept, Body extends TSchema> = WritesBody<Body> & {
  examine?: (call: CompanyRowCall, body: unknown) => Wrong
  run: (call: CompanyRowCall, body: Static<Body>) => Promise<Kept>
}
type Replaces<Kept, Body extends TSchema> = WritesBody<Body> &
  Holds<Kept> & {
    examine?: (call: CompanyRowCall, body: unknown, id: string) => Wrong
    run: (call: CompanyRowCall, id: string, body: Static<Body>) => Promise<Kept>
  }
type Removes<Kept> = Writes & Holds<Kept> & { run: (call: CompanyRowCall, id: string) => Promise<void> }

/** Makers of the rows of one resource: its table has those that there are, in the order of the documentation. */
export const resourceRows = <Kept, Shown extends TSchema>(resource: Resource<Kept, Shown>) => {
  const { path, idName, scope, answer, shown, notFound, ...every } = resource
  const all = path
  const one = `${path}/{${idName}}`
  const reads = `${scope}:read`
  const writes = `${scope}:write`
  const tagged = { answer: { json: answer }, tagged: true }
  const idOf = (params: Params): string => params[idName] ?? ''
  const currentOf =
    (hold: Holds<Kept>['hold']): NonNullable<Row['current']> =>
    (call, { params }) =>
      hold(call, idOf(params)).then(shown)

  // The engine has checked each body by the schema of its row.
  return {
    create: <Body extends TSchema>({ examine, run, refusals = [], ...told }: Creates<Kept, Body>): Row => ({
      ...every,
      ...told,
      ...tagged,
      method: 'POST',
      path: all,
      scope: writes,
      refusals,
      ...(examine && { examine: (call, body) => examine(call, body) }),
      run: (call, { body }) => run(call, body as Static<Body>).then(shown),
    }),
    list: ({ run, ...told }: Lists<Kept>): Row => ({
      ...every,
      ...told,
      method: 'GET',
      path: all,
      scope: reads,
      refusals: [],
      answer: { json: pageOf(answer) },
      run: async (call, { query }) => {
        const page = await run(call, query as PageRequest)
        return { ...page, items: page.items.map(shown) }
      },
    }),
    read: ({ run, ...told }: Reads<Kept>): Row => ({
      ...every,
      ...told,
      ...tagged,
      method: 'GET',
      path: one,
      scope: reads,
      refusals: [notFound],
      run: (call, { params }) => run(call, idOf(params)).then(shown),
    }),
    replace: <Body extends TSchema>({ hold, examine, run, refusals = [], ...told }: Replaces<Kept, Body>): Row => ({
      ...every,
      ...told,
      ...tagged,
      method: 'PUT',
      path: one,
      scope: writes,
      refusals: [notFound, ...refusals],
      current: currentOf(hold),
      ...(examine && { examine: (call, body, params) => examine(call, body, idOf(params)) }),
      run: (call, { params, body }) => run(call, idOf(params), body as Static<Body>).then(shown),
    }),
    remove: ({ hold, run, refusals = [], ...told }: Removes<Kept>): Row => ({
      ...every,
      ...told,
      method: 'DELETE',
      path: one,
      scope: writes,
      refusals: [notFound, ...refusals],
      answer: 'nothing',
      current: currentOf(hold),
      run: async (call, { params }) => {
        await run(call, idOf(params))
        return undefined
      },
    }),
  }
}

/** What the endpoints of a part share: of what belongs to another resource, as payments do to an invoice. */
type Part<Shown extends TSchema> = Pick<Row, 'tag' | 'tagged'> & {
  /** The path of all of them. */
  path: string
  /** The placeholders of what it belongs to and of itself, and the refusals where there is none. */
  ids: readonly [whole: string, part: string]
  notFound: readonly [whole: RefusalKind, part: RefusalKind]
  scope: string
  answer: Shown
}

type PartVerb<Answer> = (call: CompanyRowCall, wholeId: string, id: string) => Promise<Answer>
type WritesPart<Body extends TSchema> = Writes & Pick<Row, 'example'> & { body?: Body }
type CreatesPart<Answer, Body extends TSchema> = WritesPart<Body> & {
  examine: (call: CompanyRowCall, body: unknown) => Wrong
  run: (call: CompanyRowCall, wholeId: string, body: Static<Body>) => Promise<Answer>
}
type ListsPart<Answer> = Told & {
  query: ReturnType<typeof pageQuery>
  run: (call: CompanyRowCall, wholeId: string, request: PageRequest) => Promise<Page<Answer>>
}
type RemovesPart = Writes & Record<'hold' | 'run', PartVerb<unknown>>
type ActsOnPart<Answer, Body extends TSchema> = WritesPart<Body> & {
  /** The end of its address. */
  word: string
  run: (call: CompanyRowCall, wholeId: string, id: string, body: Static<Body>) => Promise<Answer>
}
type Params = Input<unknown, unknown>['params']

/** The same for parts. Their verbs get both ids, and return what is answered. */
export const partRows = <Shown extends TSchema>(part: Part<Shown>) => {
  const { tag, path, ids, notFound, scope, answer, ...tagged } = part
  const all = path
  const one = `${path}/{${ids[1]}}`
  const reads = `${scope}:read`
  const writes = `${scope}:write`
  const shown = { tag, answer: { json: answer }, ...tagged }
  const [noWhole, noPart] = notFound
  const wholeOf = (params: Params): string => params[ids[0]] ?? ''
  const idsOf = (params: Params): [string, string] => [wholeOf(params), params[ids[1]] ?? '']
  type Answer = Static<Shown>

  return {
    create: <Body extends TSchema>({ examine, run, refusals = [], ...told }: CreatesPart<Answer, Body>): Row => ({
      ...told,
      ...shown,
      method: 'POST',
      path: all,
      scope: writes,
      refusals: [noWhole, ...refusals],
      examine: (call, body) => examine(call, body),
      run: (call, { params, body }) => run(call, wholeOf(params), body as Static<Body>),
    }),
    list: ({ run, ...told }: ListsPart<Answer>): Row => ({
      ...told,
      tag,
      method: 'GET',
      path: all,
      scope: reads,
      refusals: [noWhole],
      answer: { json: pageOf(answer) },
      run: (call, { params, query }) => run(call, wholeOf(params), query as PageRequest),
    }),
    read: ({ run, ...told }: Told & { run: PartVerb<Answer> }): Row => ({
      ...told,
      ...shown,
      method: 'GET',
      path: one,
      scope: reads,
      refusals: [noPart],
      run: (call, { params }) => run(call, ...idsOf(params)),
    }),
    remove: ({ hold, run, refusals = [], ...told }: RemovesPart): Row => ({
      ...told,
      tag,
      method: 'DELETE',
      path: one,
      scope: writes,
      refusals: [...notFound, ...refusals],
      answer: 'nothing',
      current: (call, { params }) => hold(call, ...idsOf(params)),
      run: async (call, { params }) => {
        await run(call, ...idsOf(params))
        return undefined
      },
    }),
    /** What is done with one of them: a `POST` to its address and a word. */
    act: <Body extends TSchema>({ word, run, refusals = [], ...told }: ActsOnPart<Answer, Body>): Row => ({
      ...told,
      ...shown,
      method: 'POST',
      path: `${one}/${word}`,
      scope: writes,
      refusals: [...notFound, ...refusals],
      run: (call, { params, body }) => run(call, ...idsOf(params), body as Static<Body>),
    }),
  }
}
