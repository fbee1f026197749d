// Agencies: who they are, and how many work there and for whom.
import type { Schema } from '#client'
import type { Column } from '#table'
import { ActionButton, useUrl } from '#ui'
import { useWords } from '#words'
import { Board } from './Board.tsx'
import { NewOne } from './NewOne.tsx'
import { words } from './words.ts'

export { AgenciesPage as Page }

type Agency = Schema<'OperatedAgency'>

const AgenciesPage = () => {
  const texts = useWords(words)
  const [{ make }, set] = useUrl()
  const columns: Column<Agency>[] = [
    { key: 'name', title: texts.name, width: 'minmax(9rem, 1fr)', cell: ({ name }) => name },
    { key: 'number', title: texts.number, width: '9rem', cell: ({ organizationNumber }) => organizationNumber },
    { key: 'members', title: texts.members, width: '7rem', align: 'right', cell: ({ members }) => members },
    {
      key: 'clients',
      title: texts.clients,
      width: '7rem',
      align: 'right',
      isWide: true,
      cell: ({ clients }) => clients,
    },
  ]
  return (
    <Board<Agency>
      title={texts.agencies}
      address="/operator/agencies"
      columns={columns}
      searched={['name', 'organizationNumber']}
      search={texts.searchCompanies}
      none={texts.noAgencies}
      actions={
        !make && (
          <ActionButton keys="n" onClick={() => set({ make: '1' })}>
            {texts.newAgency}
          </ActionButton>
        )
      }
      above={
        make && (
          <NewOne
            name="operator/agency"
            title={texts.newAgency}
            lead={texts.newAgencyLead}
            address="/operator/agencies"
            said={texts.agencyMade}
            onDone={() => set({ make: null })}
            fields={[
              { name: 'name', label: texts.name, isRequired: true },
              { name: 'organizationNumber', label: texts.number, isRequired: true },
              { name: 'adminEmail', label: texts.firstAdmin, kind: 'email', isRequired: true },
            ]}
          />
        )
      }
    />
  )
}
