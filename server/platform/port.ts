// Questions that a context asks and that contexts above it answer, such as which entries another context shifts. The
// programs put the answers in place before they do anything; a question without an answer ends the start.

/** A question of a context. */
type Port<Answer> = {
  /** The answer. @throws where no program has given it */
  readonly get: () => Answer
  readonly set: (answer: Answer) => void
}

const unanswered = new Set<string>()

/** Declares a question; `name` says what it asks. */
export const port = <Answer>(name: string): Port<Answer> => {
  let given: { answer: Answer } | null = null
  unanswered.add(name)
  return {
    get: () => {
      if (!given) throw new Error(`No program has said who answers: ${name}`)
      return given.answer
    },
    set: (answer) => {
      given = { answer }
      unanswered.delete(name)
    },
  }
}

/** @throws where a question that was declared has no answer */
export const requirePorts = (): void => {
  if (unanswered.size > 0) throw new Error(`No program has said who answers: ${[...unanswered].join(', ')}`)
}
