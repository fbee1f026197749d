// Removing an agency that has no clients.
import { answered, api, base, patiently, queries, useAction } from '#client'
import { Removal, RemovalForm } from '#ui'
import { useWords } from '#words'
import type { Agency } from './agency.ts'
import { removeAgencyWords } from './remove-agency-words.ts'

export const RemoveAgency = ({ agency }: { agency: Agency }) => {
  const texts = useWords(removeAgencyWords)
  if (agency.role !== 'administrator') return null
  return (
    <Removal texts={texts} name={agency.name}>
      {(onClose) => <Asked agencyId={agency.id} onClose={onClose} />}
    </Removal>
  )
}

const Asked = ({ agencyId, onClose }: { agencyId: string; onClose: () => void }) => {
  const texts = useWords(removeAgencyWords)
  const { run, isBusy, error } = useAction()
  const params = { path: { agencyId } }
  const { data: looked, error: unread } = queries.useQuery(
    'get',
    '/me/agencies/{agencyId}/removal',
    { params },
    { staleTime: 0 },
  )
  const remove = async () => {
    answered(await api.DELETE('/me/agencies/{agencyId}', { params, ...patiently }))
    // The user's pages have changed after the agency is gone.
    location.assign(`${base}/`)
  }
  return (
    <RemovalForm
      texts={texts}
      looked={looked}
      unread={unread}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onRemove={() => void run(remove)}
    />
  )
}
