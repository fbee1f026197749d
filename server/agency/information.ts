// Looks up an agency: by its organization number, or the one that the caller is connected to.
import type { AgencyCall, GeneralCall } from '#http'
import { type Agency, findAgency, findAgencyByNumber } from '#identity'
import type { Page } from '#platform/list'
import { organizationNumberAsked } from './organization-number.ts'

/** Finds an agency by its complete organization number: a page with it, or an empty one. */
export const resolveAgency = async (
  call: GeneralCall,
  { query, page = 1, pageSize = 25 }: { query: string; page?: number; pageSize?: number },
): Promise<Page<Agency>> => {
  const number = organizationNumberAsked(query)
  const found = number === null ? null : await findAgencyByNumber(call, number)
  const all = found ? [found] : []
  return {
    totalItems: all.length,
    totalPages: Math.ceil(all.length / pageSize),
    currentPage: page,
    items: page === 1 ? all : [],
  }
}

export const agencyInformation = (call: AgencyCall): Promise<Agency> => findAgency(call, call.agencyId)
