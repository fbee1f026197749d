// Removing a company in which the law wants nothing kept: what is in the way, or what goes, and a word to type.
import { useState } from 'react'
import { answered, api, base, patiently, queries, useCompany, useDoing } from '#client'
import { Act, Bones, ByWord, Dialog, Hindrances, Wrong } from '#ui'
import { useWords } from '#words'
import { removeCompanyWords } from './remove-company-words.ts'

export const RemoveCompany = () => {
  const texts = useWords(removeCompanyWords)
  const { name, role } = useCompany()
  const [isAsked, setAsked] = useState(false)
  if (role !== 'owner') return null
  return (
    <>
      <div className="form-actions">
        <Act variant="default" onClick={() => setAsked(true)}>
          {texts.remove}
        </Act>
      </div>
      <Dialog title={texts.title(name)} isOpen={isAsked} onClose={() => setAsked(false)} size="lg">
        <Asked onClose={() => setAsked(false)} />
      </Dialog>
    </>
  )
}

const Asked = ({ onClose }: { onClose: () => void }) => {
  const texts = useWords(removeCompanyWords)
  const { id: companyId } = useCompany()
  const { run, isBusy, error } = useDoing()
  const params = { path: { companyId } }
  const { data, error: unread } = queries.useQuery(
    'get',
    '/me/companies/{companyId}/removal',
    { params },
    { staleTime: 0 },
  )
  if (!data) return unread ? <Wrong error={unread} /> : <Bones />
  const remove = async () => {
    answered(await api.DELETE('/me/companies/{companyId}', { params, ...patiently }))
    // Nothing of the page is there any more: the next one is read anew.
    location.assign(`${base}/`)
  }
  return (
    <div className="form">
      <Hindrances title={texts.hindered} those={data.hindrances} />
      {data.canRemove && (
        <>
          <p>{texts.goes}</p>
          <p className="soft">{texts.stays}</p>
        </>
      )}
      <ByWord
        {...{ word: texts.word, label: texts.type(texts.word), does: texts.removeNow, cancel: texts.cancel }}
        {...{ isAllowed: data.canRemove, isBusy, error }}
        onDo={() => void run(remove)}
        onCancel={onClose}
      />
    </div>
  )
}
