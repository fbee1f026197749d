// The reading of a SIE file: what it holds, what is wrong with it, and its vouchers spooled on disk for the booking.
import { createReadStream } from 'node:fs'
import { readSie, type SieAccountMap, type SieChoices, type SieReport } from '#sie'
import { ImportFindings } from './sie-import-kinds.ts'
import { Seen, type SeenInFile } from './sie-import-seen.ts'
import { SpoolWriter } from './sie-import-spool.ts'

/** What is read, where its vouchers go, and what the caller wants of it. */
export type ReadingOrder = { path: string; spool: string; force: boolean; map: SieAccountMap; choices: SieChoices }

export type SieRead = { reading: SieReport; seen: SeenInFile }

/** Reads a file to its end. Only when nothing is wrong with it may its vouchers be booked. */
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
  throw new Error('A reading ended without its report')
}
