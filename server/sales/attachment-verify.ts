// Verification of attachments: the kept bytes of each are there, as they were received.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { pathOfAttachment } from './attachment.ts'
import { digestOf } from './paper-verify.ts'

/** How many attachments are read from the database at once. */
const BATCH = 500

/** The first fault in words; null when all attachments are as they were received. */
export const verifyAttachments = async (call: CompanyCall): Promise<string | null> => {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const attachments = await call.db.rows<{ id: string; digest: Buffer }>(
      sql`
        select id, digest from sales.attachment
        where company_id = ${call.companyId} and id > ${after}::uuid order by id limit ${BATCH}`,
      'verify-attachments',
    )
    for (const { id, digest } of attachments) {
      const found = await digestOf(pathOfAttachment(call.files, call.companyId, digest))
      if (found === null) return `the file of attachment ${id} is missing`
      if (!found.equals(digest)) return `the file of attachment ${id} is not what was received`
      after = id
    }
    if (attachments.length < BATCH) return null
  }
}
