// Before anything is changed: each operation once, as it should be asked, so that what is changed later is what
// succeeds, and what is never reached is known from the beginning.
import type { Row } from '#http'
import { credentialsFor, sampleOf } from '#tests/surface/world'
import { type Callers, newCallers } from './callers.ts'
import { draftOf } from './request.ts'
import { type Run, shoot } from './run-of.ts'

/** A company is left for a new one after so many operations. */
const OPERATIONS_OF_COMPANY = 40

/** Asks each of some operations; in a company that nothing has happened in, where the first was no good for it. */
export const sweep = async (run: Run, rows: readonly Row[], where: string): Promise<void> => {
  let callers: Callers | null = null
  for (const [at, row] of rows.entries()) {
    if (!run.goesOn()) return
    if (!callers || at % OPERATIONS_OF_COMPANY === 0) callers = await newCallers(run.target)
    if (await reaches(run, row, callers, where)) continue
    callers = await newCallers(run.target)
    await reaches(run, row, callers, where)
  }
}

const reaches = async (run: Run, row: Row, { caller }: Callers, where: string): Promise<boolean> => {
  const { operationId } = row
  try {
    const draft = await draftOf(await sampleOf(row, caller), credentialsFor(row, caller))
    const { status, body } = await shoot(run, draft, [], where)
    if (status !== null && status < 300) return true
    run.tally.missed(operationId, `${status} ${JSON.stringify(body)}`.slice(0, 300))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    run.tally.missed(operationId, `cannot be made ready: ${reason.slice(0, 300)}`)
  }
  return false
}
