// What keeps a program from starting although its code is right: a setting, a folder, a database. The programs print
// the sentence and exit; a stack trace would only hide it.

/** The program cannot start. `message` is one sentence that tells the operator what is wrong, and what to do. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
  }
}

/**
 * One that every later start meets as well, until somebody has corrected what it names: a wrong setting, another key, a
 * database that a newer program has used. What starts programs again by itself leaves it be.
 */
export class NeedsCorrection extends StartupError {}
