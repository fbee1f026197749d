// The private addresses that a company's webhooks may use.
import { findCompany } from '#identity'
import type { CompanyCall, ProcessContext } from '#platform/call'
import type { Allowed } from './subscription.rules.ts'

/** This machine, by both addresses of the name localhost. */
const LOOPBACK: Allowed = ['127.0.0.1', '::1']

/**
 * The addresses configured by the operator. A test company may also use the machine of the service, if the service is
 * only reachable from that machine; otherwise this would give users access to the server's ports.
 */
export const allowedIn = async (
  { db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>,
  { outgoing, isLocal }: Pick<ProcessContext, 'outgoing' | 'isLocal'>,
): Promise<Allowed> => {
  if (!isLocal) return outgoing
  const { isTest } = await findCompany(db, companyId)
  return isTest ? [...new Set([...outgoing, ...LOOPBACK])] : outgoing
}
