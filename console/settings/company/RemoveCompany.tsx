// Removing a company in which the law wants nothing kept.
import { answered, api, base, patiently, queries, useAction, useCompany } from '#client'
import { Removal, RemovalForm } from '#ui'
import { useWords } from '#words'
import { removeCompanyWords } from './remove-company-words.ts'

export const RemoveCompany = () => {
  const texts = useWords(removeCompanyWords)
  const { name, role } = useCompany()
  if (role !== 'owner') return null
  return (
    <Removal texts={texts} name={name}>
      {(onClose) => <Asked onClose={onClose} />}
    </Removal>
  )
}

const Asked = ({ onClose }: { onClose: () => void }) => {
  const texts = useWords(removeCompanyWords)
  const { id: companyId } = useCompany()
  const { run, isBusy, error } = useAction()
  const params = { path: { companyId } }
  const { data: looked, error: unread } = queries.useQuery(
    'get',
    '/me/companies/{companyId}/removal',
    { params },
    { staleTime: 0 },
  )
  const remove = async () => {
    answered(await api.DELETE('/me/companies/{companyId}', { params, ...patiently }))
    // Nothing of the page is there any more: the next one is read anew.
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
