// Identity: the companies, and who may act for them.

export { identityAdmin } from './administration.ts'
export {
  type Agency,
  addClientCompany,
  agenciesOf,
  createAgency,
  findAgency,
  findAgencyByNumber,
  isClientOf,
} from './agency.ts'
export type { SolelyOwned } from './closing.ts'
export { type CompanyType, companyTypes, wrongInNewCompany } from './company.rules.ts'
export {
  type CompanyChanges,
  type CompanyInformation,
  changeCompany,
  companyInformation,
  companyInformationSql,
  createCompany,
  findCompany,
  holdCompany,
  type InformationRow,
  informationOf,
  keepCompany,
  touchCompany,
} from './company.ts'
export { type CompanyClock, companyClock, MOST_CLOCK_DAYS, moveClock, timeInCompany } from './company-clock.ts'
export { countFoundedAndRemoved, NO_ORGANIZATION_NUMBER, REMOVED_NAME } from './company-removal.ts'
export { identityContribution } from './contribution.ts'
export { type ApiTokenRow, type Bearer, listTokens, makersOfTokens, scopesOfToken } from './members/api-token.ts'
export {
  findInvitation,
  type Invitation,
  invite,
  listInvitations,
  sendInvitationAgain,
  withdrawInvitation,
} from './members/invitation.ts'
export { lockInviterRights } from './members/inviter-rights.ts'
export {
  addMember,
  agencyMemberByEmail,
  changeRole,
  firstOwnerOf,
  holdClientOf,
  isSignatoryOf,
  listAgencyMemberPage,
  listMembers,
  lockMembers,
  type Member,
  MOST_MEMBERS,
  manageableTenants,
  mayManageIntegrations,
  membershipsOf,
  type RolesRow,
  readAgencyMember,
  removeMember,
  roleIn,
  type Tenant,
} from './members/membership.ts'
export {
  type Account,
  endSessionsOf,
  listAccounts,
  lockAccount,
  readAccount,
  resetSecondFactor,
} from './members/operator.ts'
export { actingRole, scopesOfRole } from './members/role.rules.ts'
export { agencyScopes, allScopes, scopeWords } from './members/scopes.ts'
export { withdrawSentThrough } from './members/withdrawal.ts'
export { tellingOfEnd, waitAnswer } from './pages/page-parts.ts'
export { identityPages } from './pages/pages.ts'
export { countInvalidLink } from './people/attempt-limits.ts'
export { holdProvedInside, type LoggedIn, proves, withCode } from './people/login.ts'
export { makeAccount, sendPasswordLink } from './people/made-account.ts'
export { isEmail, MAX_EMAIL, MAX_PERSON_NAME } from './people/name.rules.ts'
export { MAX_PASSWORD } from './people/password.rules.ts'
export { findPerson, findPersonByEmail, holdPerson, type Person, readPerson } from './people/person.ts'
export { acceptCode, hasSecondFactor } from './people/second-factor.ts'
export type { SessionRow } from './people/session.ts'
export { identityRows } from './routes.ts'
export { identityService } from './service.ts'
export { lockVatSetting, setVatSetting, type VatSetting, vatSettingOf, vatSettings } from './vat-setting.ts'
