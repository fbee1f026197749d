// What takes long to make, and is made when it is first asked for.

/** Makes a thing once, at the first call. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { thing: T } | null = null
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}
