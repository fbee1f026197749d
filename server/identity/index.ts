// Identity: the companies, and who may call for them.
export { type ApiToken, type Bearer, createToken, listTokens, revokeToken, tokenReader } from './api-token.ts'
export {
  type Company,
  type CompanyType,
  companyTypes,
  createCompany,
  findCompany,
  listCompanies,
  type NewCompany,
} from './company.ts'
export { organizationNumber } from './organization-number.rules.ts'
export { identityFaults, identityRefusals } from './refusals.ts'
export { identityRows } from './routes.ts'
export { allScopes, scopeWords } from './scopes.ts'
