// Work on long lists that can be stopped after each item: it says where, and waits for nothing by itself. Pure.

/** Work that yields where it may be stopped, and returns what came of it. */
export type Steps<Outcome> = Generator<void, Outcome, void>

/** Does all steps without a stop: for short lists, and for tests of rules. */
export const runSteps = <Outcome>(steps: Steps<Outcome>): Outcome => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** What each item becomes, an item a step. */
export function* mapSteps<Item, Made>(items: Iterable<Item>, each: (item: Item, index: number) => Made): Steps<Made[]> {
  const made: Made[] = []
  for (const item of items) {
    made.push(each(item, made.length))
    yield
  }
  return made
}
