// The endpoints for SIE files.
import { Answered, object, type Row, row, Type } from '#http'
import { AccountNumber } from '#ledger/accounts/account-map'
import { ledgerRefusals as refusals } from '#ledger/refusals'
import { ofStorage } from '#storage'
import { exportSie } from './sie-export.ts'
import { importSie } from './sie-import.ts'
import { MAX_MAP_LENGTH, readMap } from './sie-map.rules.ts'
import { reportIn, SieReport } from './sie-report.ts'

/** Maximum number of bytes in a file (50 MiB). */
export const SIE_FILE_LIMIT = 50 * 1024 * 1024
/** What a byte of a file that is all objects takes, about, while they are stored. */
const SIE_TIMES_IN_MEMORY = 12

export const sieRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/sie/{fiscalYearId}/download',
    operationId: 'downloadSie',
    tag: 'SIE',
    summary: 'Download a fiscal year as a SIE file',
    description:
      'Type 4E: accounts, dimensions and objects, opening and closing balances, results and all vouchers of the year. The file is written in CP437 with CRLF and carries a checksum.',
    scope: 'sie:read',
    answer: { file: 'application/octet-stream' },
    refusals: [refusals.fiscalYearNotFound],
    snapshot: true,
    lasts: 'long',
    run: (call, { params }) => exportSie(call, params.fiscalYearId ?? ''),
  }),
  row({
    method: 'POST',
    path: '/companies/{companyId}/sie/import',
    operationId: 'importSie',
    tag: 'SIE',
    summary: 'Import a SIE file',
    description:
      'Types 1-4 and 4I, in CP437, Latin-1 or UTF-8. Missing accounts, dimensions and objects and a missing fiscal year are added; vouchers keep their series and numbers. All of it is booked, or nothing. The same file again books nothing. The report has decisions and notes, each with its remedy, in the language of `Accept-Language` (`sv` or `en`; Swedish when neither is asked for).',
    scope: 'sie:write',
    query: object({
      force: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Accept what is otherwise refused: a wrong checksum, another company, opening balances that do not sum to zero, vouchers marked as already read',
        }),
      ),
      openingDifference: Type.Optional(
        Type.Enum(['resultOfYearBefore'], {
          description:
            'Where the opening balances lack exactly the result of the year before (`#RES -1`): put it on the account for the result in equity, by company form 2099, 2019 or 2069. The report says so',
        }),
      ),
      voucherDifference: Type.Optional(
        AccountNumber({
          examples: [3740],
          description:
            'Vouchers out of balance are imported, and their difference is booked on this account. The report names each',
        }),
      ),
      map: Type.Optional(
        Type.String({
          maxLength: MAX_MAP_LENGTH,
          examples: ['FEL:3999,DIFF:3740'],
          description: 'Accounts of the file and those that they are booked on; also for accounts that are not numbers',
        }),
      ),
    }),
    upload: { field: 'file', limit: SIE_FILE_LIMIT, timesInMemory: SIE_TIMES_IN_MEMORY },
    answer: { json: SieReport },
    events: [
      'journal-entry.booked',
      'sie.imported',
      'account.created',
      'account.changed',
      'accounts.changed',
      'fiscal-year.created',
      'opening-balances.set',
      'opening-balances.corrected',
      'budget.changed',
      'tag-group.created',
      'tag-group.changed',
      'storage.nearly-full',
    ],
    refusals: [refusals.sieUnreadable, refusals.sieUnreadableInSwedish, refusals.tooManyOpenings, ...ofStorage],
    run: async (call, { file, query: { force = false, map, ...choices }, language }) => {
      const made = await importSie(call, { file, dryRun: false, force, map: readMap(map), ...choices, language })
      const report = { ...made, dryRun: call.isTrial === true }
      // The response depends on Accept-Language; tell caches.
      return new Answered(reportIn(language, report), {
        headers: { 'content-language': language, vary: 'accept-language' },
      })
    },
  }),
]
