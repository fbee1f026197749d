// Every kind of finding while reading. Their names must not change: stored reports contain them.
import { Findings } from './findings.ts'
import { balanceKinds } from './kinds-of-balances.ts'
import { fileKinds } from './kinds-of-file.ts'
import { voucherKinds } from './kinds-of-vouchers.ts'

const readingKinds = { ...fileKinds, ...balanceKinds, ...voucherKinds }

export type ReadingKind = keyof typeof readingKinds & string

/** The findings of a reading so far. */
export class ReadingFindings extends Findings<typeof readingKinds> {
  constructor(force: boolean) {
    super(readingKinds, force)
  }
}
