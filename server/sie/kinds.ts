// Every kind of finding of a reading. Their names are stable: reports carry them.

import { Findings } from './findings.ts'
import { balanceKinds } from './kinds-of-balances.ts'
import { fileKinds } from './kinds-of-file.ts'
import { voucherKinds } from './kinds-of-vouchers.ts'

export const readingKinds = { ...fileKinds, ...balanceKinds, ...voucherKinds }

export type ReadingKind = keyof typeof readingKinds & string

/** What a reading has found so far. */
export class ReadingFindings extends Findings<typeof readingKinds> {
  constructor(force: boolean) {
    super(readingKinds, force)
  }
}
