// The endpoints of this context.
import { Id, named, nullable, object, type Row, row, Type } from '#http'
import { companyInformation, companyTypes } from './company.ts'
import { memberRows } from './member-routes.ts'
import { tokenRows } from './token-routes.ts'

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

const companyRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/company-information',
    operationId: 'getCompanyInformation',
    tag: 'Company information',
    summary: 'Read the company',
    description: 'Name, organization number, form and address of the company that the token is for.',
    scope: 'company-information:read',
    answer: { json: CompanyInformation },
    tagged: true,
    refusals: [],
    run: companyInformation,
  }),
]

export const identityRows: readonly Row[] = [...companyRows, ...memberRows, ...tokenRows]
