// Errors that prevent a start although the code is right: a setting, a folder, a database. Programs print the sentence
// and exit; a stack trace would only hide it.

/** The program cannot start. `message` is one sentence that tells the operator what is wrong, and what to do. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
  }
}

/**
 * An error that every later start would meet too, until it is corrected: a wrong setting, another key, a database used
 * by a newer program. Supervisors do not restart the program after it.
 */
export class NeedsCorrection extends StartupError {}
