// A note above the items while something of the company looks like food at a rate that food does not have today.
import { Link } from '@tanstack/react-router'
import { queries, useCompany } from '#client'
import { useWords } from '#words'
import { vatChangeWords } from './vat-change-words.ts'
import { pinnedIn } from './vat-changes.ts'

export const VatChanges = () => {
  const texts = useWords(vatChangeWords)
  const { id: companyId } = useCompany()
  const path = { companyId }
  const { data } = queries.useQuery('get', '/companies/{companyId}/vat-changes', { params: { path } })
  const count = data ? pinnedIn(data).filter(({ isDue }) => isDue).length : 0
  if (count === 0) return null
  return (
    <p role="note">
      <Link to={`/companies/${companyId}/vat-changes` as never}>{texts.note(count)}</Link>
    </p>
  )
}
