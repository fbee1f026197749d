// Lazy values that are expensive to make.

/** Makes a value once, at the first call. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { thing: T } | null = null
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}
