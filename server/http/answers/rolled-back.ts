// A HEAD has the headers of a GET but no effects: a client that asks for headers alone has not fetched anything.

/** The result of the work, with all of its writes rolled back. */
export const rolledBack = async <Own, Answer>(
  transact: (work: (own: Own) => Promise<Answer>) => Promise<Answer>,
  work: (own: Own) => Promise<Answer>,
): Promise<Answer> => {
  const undo = new Undo<Answer>()
  try {
    return await transact(async (own) => {
      undo.answer = await work(own)
      throw undo
    })
  } catch (cause) {
    if (cause !== undo) throw cause
    // `undo` is only thrown once there is an answer.
    return undo.answer as Answer
  }
}

class Undo<Answer> extends Error {
  answer: Answer | undefined
}
