// What an import tells: what the file held, what was made of it, what was left out and why.
import { named, nullable, object, type Static, Type } from '#http'

const Finding = object({
  line: nullable(Type.Integer({ description: 'The line in the file, from 1; null when it is about the whole file' })),
  message: Type.String(),
})

const Count = Type.Integer({ minimum: 0 })

export const SieReport = named(
  'SieImportReport',
  object({
    dryRun: Type.Boolean(),
    alreadyImported: Type.Boolean({ description: 'The very same file was imported before: nothing was booked now' }),
    file: object({
      name: Type.String(),
      size: Count,
      sha256: Type.String(),
      encoding: Type.String({ examples: ['cp437'] }),
      type: Type.String({ examples: ['4E'], description: '1, 2, 3, 4E or 4I' }),
      program: Type.String(),
      companyName: Type.String(),
      organizationNumber: Type.String(),
      checksum: Type.Enum(['none', 'right']),
    }),
    read: object({
      accounts: Count,
      dimensions: Count,
      objects: Count,
      openingBalances: Count,
      vouchers: Count,
      rows: Count,
      struckRows: Count,
      addedRows: Count,
    }),
    made: object({
      fiscalYear: nullable(object({ startDate: Type.String(), endDate: Type.String() })),
      accounts: Count,
      tagGroups: Count,
      tags: Count,
      openingBalances: Count,
      journalEntries: Count,
    }),
    skipped: object({
      alreadyBooked: Type.Integer({ minimum: 0, description: 'Vouchers that stand in the books already, the same' }),
      emptyVouchers: Count,
      unknownLabels: Type.Array(Type.String()),
    }),
    differences: object({
      closing: Type.Array(Type.String(), { description: 'Accounts whose #UB is not what the books hold' }),
      result: Type.Array(Type.String(), { description: 'Accounts whose #RES is not what the books hold' }),
    }),
    warningCount: Count,
    warnings: Type.Array(Finding),
  }),
)

export type SieReport = Static<typeof SieReport>
