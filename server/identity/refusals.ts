// Refusals of authentication and authorization.
import { fault, refusal } from '#platform/refusal'
import { UNSEEN_SENTENCE } from '#platform/unseen'

const NEVER_CONNECTED = [
  'The integration is not connected to this agency: connect first, with POST /agency-connections or by consent.',
  "The path takes the agency's id, not the id of a connection",
].join(' ')

export const identityRefusals = {
  noToken: refusal('unauthorized', 'Send an access token: Authorization: Bearer <token>'),
  badToken: refusal('unauthorized', 'The access token is not valid, or no longer valid'),
  noClock: refusal('not-found', 'Only a test company has a clock of its own; this company goes by that of the service'),
  clockBackwards: refusal('operation-not-allowed', 'The clock shows {date} and goes forward only, not to {to}'),
  clockTooFar: refusal('operation-not-allowed', 'The clock may be at most {days} days ahead'),
  otherCompany: refusal('forbidden', 'The access token is not for this company'),
  generalToken: refusal(
    'forbidden',
    'A general token does not reach companies: use one that the company, or its agency, has consented to',
  ),
  otherAgency: refusal(
    'forbidden',
    "The access token is not for this agency; the path takes the agency's id, not the id of a connection",
  ),
  neverConnected: refusal('forbidden', NEVER_CONNECTED),
  disconnected: refusal('unauthorized', 'The connection to this agency has ended: connect again'),
  notIntegration: refusal('forbidden', 'A private token works for its own company only'),
  sessionOver: refusal('unauthorized', 'The session has expired or was ended: log in again, at /login'),
  noCsrf: refusal(
    'forbidden',
    'A write with a session needs the header Csrf-Token: its value is the csrfToken that GET /me returns',
  ),
  noMember: refusal('forbidden', 'You are not a member of this company, nor of an agency that manages it'),
  noAgencyMember: refusal('forbidden', 'You are not a member of this agency'),
  roleLacks: refusal(
    'forbidden',
    'Your role here, {role}, is not enough to {deed}: ask an administrator for another role',
  ),
  ofPeople: refusal(
    'forbidden',
    'Only people can do this: log in at /login, and send the session cookie instead of a token',
  ),
  notOperator: refusal('forbidden', 'Only those who run the service can do this'),
  operatorUnproven: refusal(
    'forbidden',
    'Log in with a code or a passkey to do this: turn on two-step login, or add a passkey, in your account',
  ),
  ofIntegrations: refusal(
    'forbidden',
    "Only integrations can do this: a person's session reaches companies and agencies, but no integrations",
  ),
  missingScope: refusal('forbidden', 'The access token lacks the scope {scope}'),
  companyNotFound: refusal('not-found', 'There is no company {id}'),
  tokenNotFound: refusal('not-found', 'There is no token {id}'),
}

export const identityFaults = {
  nameMissing: fault('must not be empty'),
  nameTooLong: fault('must be at most {limit} characters'),
  nameUnseen: fault(UNSEEN_SENTENCE),
  organizationNumber: fault('must be a Swedish organization number with a correct check digit, such as 559999-0008'),
  companyType: fault('must be one of {known}'),
  country: fault('must be a country code of two letters, such as SE'),
  unknownScope: fault('{scope} is not a scope; the scopes are {known}'),
  noScope: fault('must name at least one scope'),
}

/** Refusals about people and memberships, for the operator's command line and the pages. */
export const peopleRefusals = {
  personNotFound: refusal('not-found', 'There is no person {id}'),
  agencyNotFound: refusal('not-found', 'There is no agency {id}'),
  clientNotFound: refusal('not-found', 'The company {id} is no client of this agency'),
  memberNotFound: refusal('not-found', 'The person {id} is not a member'),
  emailTaken: refusal('conflict', 'There is an account with this address already'),
  agencyTaken: refusal('conflict', 'There is an agency with this organization number already'),
  alreadyMember: refusal('conflict', 'The person is a member already; change the role instead'),
  ownersDecide: refusal('operation-not-allowed', 'Only owners of the company decide who owns it, and who signs for it'),
  lastOwner: refusal('operation-not-allowed', 'A company keeps its last owner: make somebody else an owner first'),
  lastAdministrator: refusal(
    'operation-not-allowed',
    'An agency keeps its last administrator: make somebody else an administrator first',
  ),
  busy: refusal('rate-limit-exceeded', 'Too many people are logging in at this moment'),
}

/** Refusals about locking accounts. */
export const accountRefusals = {
  locked: refusal('forbidden', 'The account is locked: tell whoever runs the service'),
  ownAccount: refusal('operation-not-allowed', 'Somebody else who runs the service does this to your account'),
}

export const peopleFaults = {
  email: fault('must be an e-mail address'),
  role: fault('must be one of {known}'),
  passwordShort: fault('must have at least {least} characters'),
  passwordLong: fault('must have at most {limit} characters'),
  passwordCommon: fault('is one of the first passwords that anybody would try'),
}

export const invitationRefusals = {
  invitationNotFound: refusal('not-found', 'There is no pending invitation {id}'),
  invitationPending: refusal('operation-not-allowed', 'The invitation {id} to this address is pending already'),
  tooManyInvitations: refusal(
    'rate-limit-exceeded',
    'Too many invitations went to this address, or from this sender; try again in {seconds} seconds',
  ),
}

export const invitationFaults = {
  email: fault('must be an e-mail address'),
  member: fault('is the address of somebody who is a member already'),
}
