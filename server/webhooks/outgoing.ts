// Which private addresses the webhooks of a company may lead to.

import { findCompany } from '#identity'
import type { CompanyCall, Standing } from '#platform/call'
import type { Allowed } from './subscription.rules.ts'

/** This machine, by the two addresses that the name localhost has. */
const LOOPBACK: Allowed = ['127.0.0.1', '::1']

/**
 * Those that the operator has named. A test company tries its webhooks on the machine that the service runs on as well,
 * where nobody else reaches the service: elsewhere that would open the ports of the server to its users.
 */
export const allowedIn = async (
  { db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>,
  { outgoing, isLocal }: Pick<Standing, 'outgoing' | 'isLocal'>,
): Promise<Allowed> => {
  if (!isLocal) return outgoing
  const { isTest } = await findCompany(db, companyId)
  return isTest ? [...new Set([...outgoing, ...LOOPBACK])] : outgoing
}
