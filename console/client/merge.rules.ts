// Two people have changed the same thing: what one of them did not touch is as the other has saved it.

type Parts = Readonly<Record<string, unknown>>

/** What the other has written at a place, `city` or `address.city`, where this one has written something else. */
export type Lost = { at: string; value: unknown }

type Merged<Form> = { form: Form; lost: readonly Lost[] }

/** The `key` of a line is its name on one page, and says nothing of what stands on it. */
const textOf = (value: unknown) => JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part))

/** Whether the same stands in both. */
export const isSame = (left: unknown, right: unknown) => textOf(left) === textOf(right)

const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A form that was kept, with the fields that it lacks as they are first: an earlier version of the console may have
 * kept it.
 */
export const completed = <Form extends object>(kept: Form, first: Form): Form => {
  const of = (here: unknown, there: unknown): unknown => {
    if (here === undefined) return there
    if (!isParts(here) || !isParts(there)) return here
    return Object.fromEntries(
      [...new Set([...Object.keys(there), ...Object.keys(here)])].map((name) => [name, of(here[name], there[name])]),
    )
  }
  return of(kept, first) as Form
}

/**
 * `base`: what both began with; `mine`: as it is typed; `theirs`: as it has been saved meanwhile. Parts of objects are
 * judged by themselves, lists as a whole. Where both have changed the same part, what is typed stays.
 */
export const merge = <Form extends object>(base: Form, mine: Form, theirs: Form): Merged<Form> => {
  const lost: Lost[] = []
  const of = (at: string, before: unknown, here: unknown, there: unknown): unknown => {
    if (isSame(here, before) || isSame(here, there)) return there
    if (isSame(there, before)) return here
    if (isParts(before) && isParts(here) && isParts(there))
      return Object.fromEntries(
        [...new Set([...Object.keys(there), ...Object.keys(here)])].map((key) => [
          key,
          of(at ? `${at}.${key}` : key, before[key], here[key], there[key]),
        ]),
      )
    lost.push({ at, value: there })
    return here
  }
  // Parts of a form keep their kinds.
  return { form: of('', base, mine, theirs) as Form, lost }
}
