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

/** The code of an error from Node or PostgreSQL; empty if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The message of an error from the operating system or PostgreSQL, without the stack. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** SQLSTATE insufficient_privilege. */
export const INSUFFICIENT_PRIVILEGE = '42501'
