// The pages of the person who has logged in that stand by themselves.
import { type PersonPage, useSession } from '#client'
import { personPages } from '#console/pages'

export const useOwnPages = (): readonly PersonPage[] => {
  const { memberships, operates } = useSession()
  const isFor = {
    agency: memberships.some(({ type }) => type === 'agency'),
    operator: operates === 'yes',
  }
  return personPages.filter(({ at, of }) => !at.includes('$') && (of === undefined || isFor[of]))
}
