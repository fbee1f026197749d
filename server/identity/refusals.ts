// Refusals of authentication and authorization.
import { fault, invisibleCharactersFault, refusal } from '#platform/refusal'

export const identityRefusals = {
  noToken: refusal(
    'unauthorized',
    'caller.no-token',
    'Send an access token: Authorization: Bearer <token>',
    'Skicka en åtkomsttoken: Authorization: Bearer <token>',
  ),
  badToken: refusal(
    'unauthorized',
    'caller.bad-token',
    'The access token is not valid, or no longer valid',
    'Token gäller inte, eller gäller inte längre',
  ),
  noClock: refusal(
    'not-found',
    'company.no-clock',
    'Only a test company has a clock of its own; this company uses the clock of the service',
    'Bara testföretag har en egen klocka; det här företaget följer tjänstens',
  ),
  clockBackwards: refusal(
    'operation-not-allowed',
    'company.clock-backwards',
    'The clock shows {date} and goes forward only, not to {to}',
    'Klockan visar {date} och går bara framåt, inte till {to}',
  ),
  clockTooFar: refusal(
    'operation-not-allowed',
    'company.clock-too-far',
    'The clock may be at most {days} days ahead',
    'Klockan får gå högst {days} dagar före',
  ),
  otherCompany: refusal(
    'forbidden',
    'caller.other-company',
    'The access token is not for this company',
    'Token är inte för det här företaget',
  ),
  generalToken: refusal(
    'forbidden',
    'caller.general-token',
    'A general token does not reach companies: use one that the company, or its agency, has consented to',
    'En allmän token når inte företag: använd en som företaget, eller dess byrå, har godkänt',
  ),
  otherAgency: refusal(
    'forbidden',
    'caller.other-agency',
    "The access token is not for this agency; the path takes the agency's id, not the id of a connection",
    'Token är inte för den här byrån; adressen har byråns id, inte anslutningens',
  ),
  neverConnected: refusal(
    'forbidden',
    'caller.never-connected',
    "The integration is not connected to this agency: connect first, with POST /agency-connections or by consent. The path takes the agency's id, not the id of a connection",
    'Integrationen är inte ansluten till byrån: anslut först, med POST /agency-connections eller genom ett godkännande. Adressen har byråns id, inte anslutningens',
  ),
  disconnected: refusal(
    'unauthorized',
    'caller.disconnected',
    'The connection to this agency has ended: connect again',
    'Anslutningen till byrån är avslutad: anslut igen',
  ),
  notIntegration: refusal(
    'forbidden',
    'caller.not-integration',
    'A private token works for its own company only',
    'En privat token fungerar bara i sitt eget företag',
  ),
  sessionOver: refusal(
    'unauthorized',
    'caller.session-over',
    'The session has expired or was ended: log in again, at /login',
    'Du är utloggad: logga in igen på /login',
  ),
  noCsrf: refusal(
    'forbidden',
    'caller.no-csrf',
    'A write with a session needs the header Csrf-Token: its value is the csrfToken that GET /me returns',
    'Den som skriver med en session behöver huvudet Csrf-Token: värdet är csrfToken från GET /me',
  ),
  noMember: refusal(
    'forbidden',
    'caller.no-member',
    'You are not a member of this company, nor of an agency that manages it',
    'Du är inte med i företaget, och inte på någon byrå som sköter det',
  ),
  noAgencyMember: refusal(
    'forbidden',
    'caller.no-agency-member',
    'You are not a member of this agency',
    'Du är inte med i byrån',
  ),
  roleLacks: refusal(
    'forbidden',
    'caller.role-lacks',
    'Your role here, {role}, is not enough to {deed}: ask an administrator for another role',
    'Din roll här, {role}, räcker inte för att {deed}: be en administratör om en annan roll',
  ),
  ofPeople: refusal(
    'forbidden',
    'caller.of-people',
    'Only people can do this: log in at /login, and send the session cookie instead of a token',
    'Bara människor kan göra det här: logga in på /login, och skicka sessionens kaka i stället för en token',
  ),
  notOperator: refusal(
    'forbidden',
    'caller.not-operator',
    'Only those who run the service can do this',
    'Bara den som driver tjänsten kan göra det här',
  ),
  operatorUnproven: refusal(
    'forbidden',
    'caller.operator-unproven',
    'Log in with a code or a passkey to do this: turn on two-step login, or add a passkey, in your account',
    'Logga in med en kod eller en passnyckel för att göra det här: slå på inloggning i två steg, eller lägg till en passnyckel, under Mitt konto',
  ),
  ofIntegrations: refusal(
    'forbidden',
    'caller.of-integrations',
    "Only integrations can do this: a person's session reaches companies and agencies, but no integrations",
    'Bara integrationer kan göra det här: en människas session når företag och byråer, men inga integrationer',
  ),
  missingScope: refusal(
    'forbidden',
    'caller.missing-scope',
    'The access token lacks the scope {scope}',
    'Token saknar behörigheten {scope}',
  ),
  companyNotFound: refusal(
    'not-found',
    'company.not-found',
    'There is no company {id}',
    'Det finns inget företag {id}',
  ),
  tokenNotFound: refusal(
    'not-found',
    'company.token-not-found',
    'There is no token {id}',
    'Det finns ingen token {id}',
  ),
}

export const identityFaults = {
  nameMissing: fault('company.name-missing', 'must not be empty', 'får inte vara tomt'),
  nameTooLong: fault('company.name-too-long', 'must be at most {limit} characters', 'får ha högst {limit} tecken'),
  nameUnseen: invisibleCharactersFault,
  organizationNumber: fault(
    'company.organization-number',
    'must be a Swedish organization number with a correct check digit, such as 559999-0008',
    'ska vara ett svenskt organisationsnummer med rätt kontrollsiffra, till exempel 559999-0008',
  ),
  currencyOfForm: fault(
    'company.currency-of-form',
    'can be EUR only for limited companies and cooperatives (bokföringslagen 4 kap. 6 §)',
    'kan vara EUR bara för aktiebolag och ekonomiska föreningar (bokföringslagen 4 kap. 6 §)',
  ),
  companyType: fault('company.type', 'must be one of {known}', 'ska vara något av {known}'),
  country: fault(
    'company.country',
    'must be a country code of two letters, such as SE',
    'ska vara en landskod med två bokstäver, till exempel SE',
  ),
  unknownScope: fault(
    'company.unknown-scope',
    '{scope} is not a scope; the scopes are {known}',
    '{scope} är ingen behörighet; behörigheterna är {known}',
  ),
  noScope: fault('company.no-scope', 'must name at least one scope', 'ska namnge minst en behörighet'),
}

/** Refusals about people and memberships, for the operator's command line and the pages. */
export const peopleRefusals = {
  personNotFound: refusal('not-found', 'person.not-found', 'There is no person {id}', 'Det finns ingen person {id}'),
  agencyNotFound: refusal(
    'not-found',
    'person.agency-not-found',
    'There is no agency {id}',
    'Det finns ingen byrå {id}',
  ),
  clientNotFound: refusal(
    'not-found',
    'person.client-not-found',
    'The company {id} is not a client of this agency',
    'Företaget {id} är inte kund hos byrån',
  ),
  memberNotFound: refusal(
    'not-found',
    'person.member-not-found',
    'The person {id} is not a member',
    'Personen {id} är inte med',
  ),
  emailTaken: refusal(
    'conflict',
    'person.email-taken',
    'An account with this address already exists',
    'Det finns redan ett konto med den adressen',
  ),
  agencyTaken: refusal(
    'conflict',
    'person.agency-taken',
    'An agency with this organization number already exists',
    'Det finns redan en byrå med det organisationsnumret',
  ),
  alreadyMember: refusal(
    'conflict',
    'person.already-member',
    'The person is already a member; change the role instead',
    'Personen är redan med; ändra rollen i stället',
  ),
  ownersDecide: refusal(
    'operation-not-allowed',
    'person.owners-decide',
    'Only owners of the company decide who owns it, and who signs for it',
    'Bara företagets ägare bestämmer vem som äger det och vem som tecknar firman',
  ),
  auditorSigns: refusal(
    'operation-not-allowed',
    'person.auditor-signs',
    'An auditor does not sign for the company: give the person another role, or the signature to another person',
    'En revisor tecknar inte firman: ge personen en annan roll, eller låt en annan person teckna',
  ),
  lastOwner: refusal(
    'operation-not-allowed',
    'person.last-owner',
    'A company must have an owner: make another member an owner first',
    'Ett företag måste ha en ägare: gör någon annan till ägare först',
  ),
  lastAdministrator: refusal(
    'operation-not-allowed',
    'person.last-administrator',
    'An agency must have an administrator: make another member an administrator first',
    'En byrå måste ha en administratör: gör någon annan till administratör först',
  ),
  busy: refusal(
    'rate-limit-exceeded',
    'person.busy',
    'Too many people are logging in at this moment',
    'För många loggar in just nu',
  ),
}

/** Refusals about locking accounts. */
export const accountRefusals = {
  locked: refusal(
    'forbidden',
    'person.locked',
    'The account is locked: contact the service operator',
    'Kontot är låst: hör av dig till den som driver tjänsten',
  ),
  ownAccount: refusal(
    'operation-not-allowed',
    'person.own-account',
    'You cannot do this to your own account: ask another operator',
    'Någon annan som driver tjänsten får göra det här med ditt konto',
  ),
}

export const peopleFaults = {
  email: fault('person.email', 'must be an e-mail address', 'ska vara en e-postadress'),
  role: fault('person.role', 'must be one of {known}', 'ska vara något av {known}'),
  passwordShort: fault('person.password-short', 'must have at least {least} characters', 'ska ha minst {least} tecken'),
  passwordLong: fault('person.password-long', 'must have at most {limit} characters', 'får ha högst {limit} tecken'),
  passwordCommon: fault(
    'person.password-common',
    'is a common password that attackers try first',
    'är ett av de första lösenord som någon skulle prova',
  ),
}

export const invitationRefusals = {
  invitationNotFound: refusal(
    'not-found',
    'invitation.not-found',
    'There is no pending invitation {id}',
    'Det finns ingen väntande inbjudan {id}',
  ),
  invitationPending: refusal(
    'operation-not-allowed',
    'invitation.pending',
    'The invitation {id} to this address is already pending',
    'Inbjudan {id} till den adressen väntar redan',
  ),
  tooManyInvitations: refusal(
    'rate-limit-exceeded',
    'invitation.too-many-invitations',
    'Too many invitations went to this address, or from this sender; try again in {seconds} seconds',
    'För många inbjudningar har gått till adressen, eller från avsändaren; försök igen om {seconds} sekunder',
  ),
}

export const invitationFaults = {
  email: fault('invitation.email', 'must be an e-mail address', 'ska vara en e-postadress'),
  member: fault('invitation.member', 'is the address of an existing member', 'är adressen till någon som redan är med'),
}
