// The endpoints of this context.
import { Id, named, nullable, object, type Row, row, saying, Type } from '#http'
import { invitationRows } from '#identity/members/invitation-routes'
import { memberRows } from '#identity/members/member-routes'
import { tokenRows } from '#identity/members/token-routes'
import { MAX_EMAIL } from '#identity/people/name.rules'
import { companyTypes, MAX_COMPANY_NAME } from './company.rules.ts'
import { changeCompany, companyInformation, MAX_CONTACT_LENGTH } from './company.ts'
import { identityFaults as faults } from './refusals.ts'

const Address = named(
  'Address',
  object({
    line1: Type.String(),
    line2: nullable(Type.String()),
    city: Type.String(),
    postalCode: Type.String(),
    country: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['SE'] }),
  }),
)

const CompanyInformation = named(
  'CompanyInformation',
  object({
    id: Id,
    companyType: Type.Enum([...companyTypes]),
    name: Type.String(),
    organizationNumber: Type.String({ examples: ['559999-0008'] }),
    phone: Type.String(),
    email: Type.String(),
    hasBBA: Type.Boolean({ description: 'Whether the company has a business account with the service' }),
    address: Address,
  }),
)

const contact = (examples: string[]) =>
  Type.Optional(
    nullable(
      saying(
        faults.nameTooLong('', { limit: MAX_CONTACT_LENGTH }),
        Type.String({ maxLength: MAX_CONTACT_LENGTH, examples }),
      ),
    ),
  )

const CompanyInformationChange = named(
  'CompanyInformationChange',
  object({
    name: Type.Optional(
      saying(
        faults.nameTooLong('', { limit: MAX_COMPANY_NAME }),
        Type.String({ maxLength: MAX_COMPANY_NAME, examples: ['Provbolaget AB'] }),
      ),
    ),
    phone: contact(['08-123 45 67']),
    email: Type.Optional(nullable(Type.String({ maxLength: MAX_EMAIL, examples: ['bok@example.com'] }))),
    address: Type.Optional(
      object({
        line1: contact(['Storgatan 1']),
        line2: contact(['Box 7']),
        city: contact(['Åmål']),
        postalCode: contact(['662 00']),
        country: Type.Optional(
          saying(
            faults.country(''),
            Type.String({ maxLength: 2, examples: ['SE'], description: 'ISO 3166-1 alpha-2' }),
          ),
        ),
      }),
    ),
  }),
)

const companyInformationPath = '/companies/{companyId}/company-information'

const companyRows: readonly Row[] = [
  row({
    method: 'GET',
    path: companyInformationPath,
    operationId: 'getCompanyInformation',
    tag: 'Company information',
    summary: 'Read the company',
    description: 'Name, organization number, company type and address of the company that the token is for.',
    scope: 'company-information:read',
    answer: { json: CompanyInformation },
    tagged: true,
    refusals: [],
    run: (call) => companyInformation(call),
  }),
  row({
    method: 'PATCH',
    path: companyInformationPath,
    operationId: 'changeCompanyInformation',
    tag: 'Company information',
    summary: "Change the company's name and contact details",
    description:
      'What is left out stays as it is, and null removes a value. Documents that the company has already sent out keep what they said. Organization number, company type and business account are changed by the service operator.',
    by: 'people',
    scope: 'company-information:write',
    body: CompanyInformationChange,
    answer: { json: CompanyInformation },
    tagged: true,
    events: ['company.changed', 'client.changed'],
    refusals: [],
    current: (call) => companyInformation(call, { lock: true }),
    example: { body: { phone: '08-123 45 67', address: { line1: 'Storgatan 1', postalCode: '662 00', city: 'Åmål' } } },
    run: async (call, { body: { address: { line1, line2, ...place } = {}, ...changes } }) => {
      await changeCompany(call, { ...changes, ...place, addressLine1: line1, addressLine2: line2 })
      return companyInformation(call)
    },
  }),
]

export const identityRows: readonly Row[] = [...companyRows, ...memberRows, ...invitationRows, ...tokenRows]
