// Identity: the companies, and who may act for them.
export {
  type Agency,
  addClientCompany,
  agenciesOf,
  companiesOfAgency,
  countClients,
  createAgency,
  findAgency,
  findAgencyByNumber,
  isClientOf,
  listAgencies,
} from './agency.ts'
export { blankAgency, holdAgency } from './agency-removal.ts'
export {
  type ApiToken,
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
} from './api-token.ts'
export { removeClientCompany, tellOwners } from './client-removal.ts'
export { closeAccount, type Held, heldBy } from './closing.ts'
export { type CompanyType, companyTypes, wrongInNewCompany } from './company.rules.ts'
export {
  type Company,
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
export { isEmail, MAX_EMAIL } from './email.rules.ts'
export { enrolmentCode } from './enrolment.ts'
export { forgetOldVisits } from './forget.ts'
export { slowedGuess } from './guess.ts'
export {
  findInvitation,
  type Invitation,
  invite,
  listInvitations,
  sendInvitationAgain,
  withdrawInvitation,
} from './invitation.ts'
export { complete, DEVICE_MAX_AGE, holdProvedInside, type LoggedIn, proves, withCode } from './login.ts'
export { makeAccount, sendPasswordLink } from './made-account.ts'
export {
  addMember,
  agencyMemberByEmail,
  changeRole,
  dismissMember,
  firstOwnerOf,
  holdClientOf,
  isSignatoryOf,
  listAgencyMemberPage,
  listMembers,
  lockMembers,
  type Member,
  type Membership,
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
} from './membership.ts'
export { MAX_PERSON_NAME } from './name.rules.ts'
export {
  type Account,
  endSessionsOf,
  listAccounts,
  lockAccount,
  readAccount,
  resetSecondFactor,
  setOperator,
} from './operator.ts'
export { tellingOfEnd, waitAnswer } from './page-parts.ts'
export { identityPages } from './pages.ts'
export { askForProof, hasPasskeys, listPasskeys, provesByPasskey } from './passkey.ts'
export { MAX_PASSWORD } from './password.rules.ts'
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
  type NewPerson,
  type Person,
  readPerson,
} from './person.ts'
export { identityParts } from './personal.ts'
export {
  accountRefusals,
  identityFaults,
  identityRefusals,
  invitationFaults,
  invitationRefusals,
  peopleFaults,
  peopleRefusals,
} from './refusals.ts'
export {
  type AgencyRole,
  actingRole,
  agencyRoles,
  type CompanyRole,
  companyRoles,
  type Role,
  scopesOfAgencyRole,
  scopesOfRole,
} from './role.rules.ts'
export { identityRows } from './routes.ts'
export {
  agencyPeopleScopes,
  agencyScopes,
  allScopes,
  deedOf,
  peopleScopes,
  type ScopeWords,
  scopeWords,
} from './scopes.ts'
export { acceptCode, hasSecondFactor, sealedSecondFactors } from './second-factor.ts'
export { holdSenders } from './sender.ts'
export { noteSession, type SessionRow, sessionById, visitorOf, visitorReader } from './session.ts'
export { lockVatSetting, setVatSetting, type VatSetting, vatSettingOf, vatSettings } from './vat-setting.ts'
export { withdrawSentThrough } from './withdrawal.ts'
export { identityWithheld } from './withheld.ts'
