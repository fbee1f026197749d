// The agency of the page: the one in the address, or the first that the person works at.
import { type Membership, useSession } from '#client'
import { useUrl } from '#ui'

export type Agency = Membership & { may: (scope: string) => boolean }

/** All agencies of the person, and the one of the page; null for a person without an agency. */
export const useAgencies = (): { all: readonly Membership[]; agency: Agency | null } => {
  const [{ agency: asked }] = useUrl()
  const all = useSession().memberships.filter(({ type }) => type === 'agency')
  const found = all.find(({ id }) => id === asked) ?? all[0]
  return { all, agency: found ? { ...found, may: (scope) => found.scopes.includes(scope) } : null }
}
