// The file of a VAT return for the tax authority.
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { findCompany } from '#identity'
import type { CompanyCall } from '#platform/call'
import { warnOfDifferences } from './difference.ts'
import { returnFile } from './file.rules.ts'
import { vatRefusals as refusals } from './refusals.ts'
import { readReturn } from './return-store.ts'

export const writeReturnFile = async (call: CompanyCall, id: string): Promise<FileAnswer> => {
  const record = await readReturn(call, id)
  const { startDate, endDate, boxes, payable, isElsewhere } = record
  if (isElsewhere) throw refusals.noFigures()
  await warnOfDifferences(call, record)
  const { organizationNumber } = await findCompany(call.db, call.companyId)
  const reported = new Map(boxes.map((box) => [box.code, box.reported]))
  const bytes = Buffer.from(returnFile({ organizationNumber, end: endDate, boxes: reported, payable }), 'latin1')
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  const name = `momsdeklaration-${startDate}-${endDate}.xml`
  return { path, name, size: bytes.length, contentType: 'application/xml' }
}
