// A HEAD says what a GET would, and does nothing: whoever asks for headers alone has fetched nothing.

/** What the work answers, with all that it wrote undone. */
export const leavingNothing = async <Own, Answer>(
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
    // It is thrown once there is an answer.
    return undo.answer as Answer
  }
}

class Undo<Answer> extends Error {
  answer: Answer | undefined
}
