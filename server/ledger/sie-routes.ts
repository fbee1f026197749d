// The endpoints for SIE files.
import { object, type Row, row, Type } from '#http'
import { ledgerRefusals as refusals } from './refusals.ts'
import { exportSie } from './sie-export.ts'
import { importSie } from './sie-import.ts'
import { SieReport } from './sie-report.ts'

/** Most bytes of a file (50 MiB). */
export const SIE_FILE_LIMIT = 50 * 1024 * 1024

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
    run: (call, { params }) => exportSie(call, params.fiscalYearId ?? ''),
  }),
  row({
    method: 'POST',
    path: '/companies/{companyId}/sie/import',
    operationId: 'importSie',
    tag: 'SIE',
    summary: 'Import a SIE file',
    description:
      'Types 1-4 and 4I, in CP437, Latin-1 or UTF-8. Missing accounts, dimensions, objects and the fiscal year are made; vouchers keep their series and numbers. All of it is booked, or nothing. The same file again books nothing.',
    scope: 'sie:write',
    query: object({
      dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Check and report, and book nothing' })),
      force: Type.Optional(
        Type.Boolean({ default: false, description: 'Take a file of vouchers that is marked as read before' }),
      ),
    }),
    upload: { field: 'file', limit: SIE_FILE_LIMIT },
    answer: { json: SieReport },
    refusals: [refusals.sieUnreadable],
    run: (call, { file, query }) =>
      importSie(call, { file, dryRun: query.dryRun ?? false, force: query.force ?? false }),
  }),
]
