// Companies and what they pay for; nothing of their books.
import type { Schema } from '#client'
import { Form, send } from '#console/form'
import type { Column } from '#table'
import { Facts, Tag, useAnnounce } from '#ui'
import { useWords } from '#words'
import { useOperate } from './act.ts'
import { Board } from './Board.tsx'
import { words } from './words.ts'

export { CompaniesPage as Page }

type Company = Schema<'OperatedCompany'>

const plans = ['Basic', 'Plus', 'Premium', 'Business'] as const

const CompaniesPage = () => {
  const texts = useWords(words)
  const columns: Column<Company>[] = [
    { key: 'name', title: texts.name, width: 'minmax(9rem, 1fr)', cell: ({ name }) => name },
    {
      key: 'number',
      title: texts.number,
      width: '8.5rem',
      isWide: true,
      cell: ({ organizationNumber }) => organizationNumber,
    },
    { key: 'plan', title: texts.plan, width: '7rem', cell: ({ plan }) => plan ?? '–' },
    {
      key: 'state',
      title: texts.state,
      width: '7rem',
      cell: ({ isTest, isExpired, isInTrial }) =>
        isTest ? (
          <Tag>{texts.test}</Tag>
        ) : isInTrial ? (
          <Tag tone="waiting">{texts.inTrial}</Tag>
        ) : isExpired ? (
          <Tag tone="wrong">{texts.ended}</Tag>
        ) : null,
    },
    { key: 'expires', title: texts.expires, width: '8rem', isWide: true, cell: ({ expiresOn }) => expiresOn },
  ]
  return (
    <Board<Company>
      title={texts.companies}
      address="/operator/companies"
      columns={columns}
      searched={['name', 'organizationNumber']}
      search={texts.searchCompanies}
      nameOf={({ name }) => name}
      detail={(company) => <CompanyDetail key={company.id} {...company} />}
    />
  )
}

const CompanyDetail = (company: Company) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const { refresh } = useOperate()
  const { id: companyId, plan, addons, expiresOn, trialEndsOn } = company
  const read = { plan: plan ?? 'Business', addons, expiresOn, trialEndsOn }
  return (
    <>
      <Facts
        facts={[
          [texts.number, company.organizationNumber],
          [texts.members, String(company.members)],
          [texts.agencies, String(company.agencies)],
          [texts.plan, plan ?? texts.noPlan],
        ]}
      />
      <Form
        key={JSON.stringify(read)}
        name={`operator/plan/${companyId}`}
        read={read}
        action={texts.setPlan}
        fields={[
          {
            name: 'plan',
            label: texts.plan,
            kind: 'choice',
            choices: plans.map((value) => ({ value, label: value })),
          },
          {
            name: 'addons',
            label: texts.addons,
            kind: 'choices',
            choices: [{ value: 'api', label: 'api' }],
          },
          { name: 'expiresOn', label: texts.expires, kind: 'day' },
          { name: 'trialEndsOn', label: texts.trialEnds, kind: 'day' },
        ]}
        onSend={async (changed) => {
          const body = { ...read, ...(changed as object) }
          await send('POST', '/operator/companies/{companyId}/plan', { path: { companyId }, body })
          say(texts.planSet)
          await refresh()
        }}
      />
    </>
  )
}
