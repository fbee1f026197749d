// Who does something: a person, an integration, a token or the operator.

/**
 * The actor: a private integration's token, an integration, a person in the browser, or the operator. `madeBy` is the
 * person who created a token, if known.
 */
export type Actor = {
  kind: 'token' | 'integration' | 'user' | 'operator'
  id: string
  name: string
  madeBy?: string | null
}

/** Whether the actor is a program using the API, and not a person. */
export const isOfApi = (kind: string): boolean => kind === 'token' || kind === 'integration'

/**
 * The account behind an actor, across companies: an integration or a person. Null for the service itself, and for a
 * token whose creator is unknown.
 */
export const accountOf = ({ kind, id, madeBy = null }: Actor): string | null => {
  if (kind === 'token') return madeBy
  return id === NO_ACCOUNT ? null : id
}

/** The id of the operator on the command line, and of the service when it acts by itself. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** The operator on the command line, in entries and in the processing history. */
export const operator: Actor = { kind: 'operator', id: NO_ACCOUNT, name: 'Operator' }
