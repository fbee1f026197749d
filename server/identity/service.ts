// What the programs of the service call in identity, and no other context.
import { apiBearerOf, apiTokenById, createToken, noteUse } from '#identity/members/api-token'
import { rolesById } from '#identity/members/membership'
import { scopesOfAgencyRole } from '#identity/members/role.rules'
import { deedOf } from '#identity/members/scopes'
import { complete, DEVICE_MAX_AGE } from '#identity/people/login'
import { askForProof, hasPasskeys, listPasskeys, provesByPasskey } from '#identity/people/passkey'
import {
  changeKeys,
  changeProfile,
  createPerson,
  hasKeys,
  hasPeopleBeside,
  holdFirstPerson,
} from '#identity/people/person'
import { noteSession, sessionById, visitorOf, visitorReader } from '#identity/people/session'
import { countClients } from './agency.ts'
import { blankAgency, holdAgency } from './agency-removal.ts'
import { removeClientCompany, tellOwners } from './client-removal.ts'
import { closeAccount, solelyOwnedBy } from './closing.ts'
import { findTestCompany, idsOfCompanies, listCompanies } from './company.ts'
import { blankCompany, idsOfRemoved, leaveAgencies } from './company-removal.ts'

export const identityService = {
  DEVICE_MAX_AGE,
  apiBearerOf,
  apiTokenById,
  askForProof,
  blankAgency,
  blankCompany,
  changeKeys,
  changeProfile,
  closeAccount,
  complete,
  countClients,
  createPerson,
  createToken,
  deedOf,
  findTestCompany,
  hasKeys,
  hasPasskeys,
  hasPeopleBeside,
  holdAgency,
  holdFirstPerson,
  idsOfCompanies,
  idsOfRemoved,
  leaveAgencies,
  listCompanies,
  listPasskeys,
  noteSession,
  noteUse,
  provesByPasskey,
  removeClientCompany,
  rolesById,
  scopesOfAgencyRole,
  sessionById,
  solelyOwnedBy,
  tellOwners,
  visitorOf,
  visitorReader,
}
