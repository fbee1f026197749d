// Books with something in every list, for pages that are looked at.
import { anEntry, type TestCompany } from '#support/service'

/** Adds a few of everything, through the API. */
export const fillBooks = async (company: TestCompany): Promise<void> => {
  for (const title of ['Hyra juni', 'Telefon', 'Kontorsmaterial från Papper & Penna i Örnsköldsvik AB'])
    await company.post('/journal-entries', anEntry({ title }))
  const { body: group } = await company.post('/tag-groups', { name: 'Projekt', alias: 'projekt' })
  for (const name of ['Norra kajen', 'Södra skolan']) await company.post(`/tag-groups/${group.id}/tags`, { name })
}
