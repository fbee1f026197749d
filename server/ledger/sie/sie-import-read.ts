// Reads a SIE file: content, errors, and vouchers spooled to disk for booking.
import { createReadStream } from 'node:fs'
import type { SieAccountMap } from '#ledger/sie-format/accounts'
import type { SieChoices } from '#ledger/sie-format/file'
import type { SieReport } from '#ledger/sie-format/items'
import { readSie } from '#ledger/sie-format/reader'
import { ImportFindings } from './sie-import-kinds.ts'
import { Seen, type SeenInFile } from './sie-import-seen.ts'
import { SpoolWriter } from './sie-import-spool.ts'

/** The file to read, the path of the spool, and the caller's options. */
export type ReadingOrder = { path: string; spool: string; force: boolean; map: SieAccountMap; choices: SieChoices }

export type SieRead = { reading: SieReport; seen: SeenInFile }

/** Reads a file to its end. Its vouchers may be booked only if it has no errors. */
export const readFileOf = async ({ path, spool, force, map, choices }: ReadingOrder): Promise<SieRead> => {
  const seen = new Seen(new ImportFindings(force))
  const writer = await SpoolWriter.at(spool)
  try {
    for await (const item of readSie(() => createReadStream(path), { force, map, choices })) {
      if (item.kind === 'end') {
        await writer.write()
        return { reading: item.report, seen: seen.finish(item.report.summary) }
      }
      seen.take(item)
      if (item.kind === 'voucher' && writer.take(item)) await writer.write()
    }
  } finally {
    await writer.close()
  }
  throw new Error('The SIE reader ended without a report')
}
