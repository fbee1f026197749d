// Identity: the companies, and who may act for them.
export {
  type Agency,
  addClientCompany,
  agenciesOf,
  countClients,
  createAgency,
  findAgency,
  findAgencyByNumber,
  isClientOf,
  listAgencies,
} from './agency.ts'
export { blankAgency, holdAgency } from './agency-removal.ts'
export { removeClientCompany, tellOwners } from './client-removal.ts'
export { closeAccount, type SolelyOwned, solelyOwnedBy } from './closing.ts'
export { type CompanyType, companyTypes, wrongInNewCompany } from './company.rules.ts'
export {
  type CompanyChanges,
  type CompanyInformation,
  changeCompany,
  companyInformation,
  companyInformationSql,
  createCompany,
  findCompany,
  findTestCompany,
  holdCompany,
  type InformationRow,
  idsOfCompanies,
  informationOf,
  keepCompany,
  listCompanies,
  touchCompany,
} from './company.ts'
export { type CompanyClock, companyClock, MOST_CLOCK_DAYS, moveClock, timeInCompany } from './company-clock.ts'
export {
  blankCompany,
  countFoundedAndRemoved,
  idsOfRemoved,
  leaveAgencies,
  NO_ORGANIZATION_NUMBER,
  REMOVED_NAME,
} from './company-removal.ts'
export { forgetOldVisits } from './forget.ts'
export {
  type ApiTokenRow,
  apiBearerOf,
  apiTokenById,
  type Bearer,
  createToken,
  listTokens,
  makersOfTokens,
  noteUse,
  revokeToken,
  scopesOfToken,
} from './members/api-token.ts'
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
  rolesById,
  setSignatory,
  type Tenant,
} from './members/membership.ts'
export {
  type Account,
  endSessionsOf,
  listAccounts,
  lockAccount,
  readAccount,
  resetSecondFactor,
  setOperator,
} from './members/operator.ts'
export {
  type AgencyRole,
  actingRole,
  agencyRoles,
  type CompanyRole,
  companyRoles,
  type Role,
  scopesOfAgencyRole,
  scopesOfRole,
} from './members/role.rules.ts'
export { agencyScopes, allScopes, deedOf, scopeWords } from './members/scopes.ts'
export { withdrawSentThrough } from './members/withdrawal.ts'
export { tellingOfEnd, waitAnswer } from './pages/page-parts.ts'
export { identityPages } from './pages/pages.ts'
export { countInvalidLink } from './people/attempt-limits.ts'
export { enrolmentCode } from './people/enrolment.ts'
export { complete, DEVICE_MAX_AGE, holdProvedInside, type LoggedIn, proves, withCode } from './people/login.ts'
export { makeAccount, sendPasswordLink } from './people/made-account.ts'
export { isEmail, MAX_EMAIL, MAX_PERSON_NAME } from './people/name.rules.ts'
export { askForProof, hasPasskeys, listPasskeys, provesByPasskey } from './people/passkey.ts'
export { MAX_PASSWORD } from './people/password.rules.ts'
export {
  changeKeys,
  changeProfile,
  createPerson,
  findPerson,
  findPersonByEmail,
  hasKeys,
  hasPeopleBeside,
  holdFirstPerson,
  holdPerson,
  listPeople,
  type Person,
  readPerson,
} from './people/person.ts'
export { identityParts } from './people/personal.ts'
export { acceptCode, hasSecondFactor, sealedSecondFactors } from './people/second-factor.ts'
export { noteSession, type SessionRow, sessionById, visitorOf, visitorReader } from './people/session.ts'
export {
  accountRefusals,
  identityFaults,
  identityRefusals,
  invitationFaults,
  invitationRefusals,
  peopleRefusals,
} from './refusals.ts'
export { identityRevokedRights } from './revoked-rights.ts'
export { identityRows } from './routes.ts'
export { lockVatSetting, setVatSetting, type VatSetting, vatSettingOf, vatSettings } from './vat-setting.ts'
