// Refusals of requests about agencies.
import { fault, phrase, refusal } from '#platform/refusal'

export const agencyRefusals = {
  agencyNotFound: refusal('not-found', 'agency.not-found', 'There is no agency {id}', 'Det finns ingen byrå {id}'),
  connectionNotFound: refusal(
    'not-found',
    'agency.connection-not-found',
    'There is no connection to agency {id}',
    'Det finns ingen anslutning till byrån {id}',
  ),
  clientNotFound: refusal(
    'not-found',
    'agency.client-not-found',
    'There is no client company {id} of this agency',
    'Byrån har inget kundföretag {id}',
  ),
  userNotFound: refusal(
    'not-found',
    'agency.user-not-found',
    'There is no user {id} here',
    'Det finns ingen användare {id} här',
  ),
  notAtAgency: refusal(
    'not-found',
    'agency.not-at-agency',
    'You are not a member of an agency {id}, or it does not exist',
    'Du är inte med i någon byrå {id}, eller så finns den inte',
  ),
  notAdministrator: refusal(
    'forbidden',
    'agency.not-administrator',
    'Only an administrator of the agency {id} may remove it: ask one of them',
    'Bara en administratör får ta bort byrån {id}: be någon av dem',
  ),
  agencyHasClients: refusal(
    'operation-not-allowed',
    'agency.has-clients',
    'The agency was not removed. {reasons}',
    'Byrån togs inte bort. {reasons}',
  ),
  lastAdministrator: refusal(
    'operation-not-allowed',
    'agency.last-administrator',
    'The user {id} is the last administrator of the agency: make another member an administrator first',
    'Användaren {id} är byråns sista administratör: gör någon annan till administratör först',
  ),
  ownerStays: refusal(
    'operation-not-allowed',
    'agency.owner-stays',
    'The user {id} owns the company: an owner cannot be removed',
    'Användaren {id} äger företaget: en ägare kan inte tas bort',
  ),
  notMember: refusal(
    'forbidden',
    'agency.not-member',
    'The user {id} is not a member of the company',
    'Användaren {id} är inte med i företaget',
  ),
  noMember: refusal(
    'navigation-not-allowed',
    'agency.no-member',
    'The user {id} is not a member of the company',
    'Användaren {id} är inte med i företaget',
  ),
  notMachine: refusal(
    'forbidden',
    'agency.not-machine',
    'Connecting to an agency needs a client-credentials token of an integration that is approved for machine-to-machine use',
    'Att ansluta till en byrå kräver en token av typen client credentials, från en integration som är godkänd för maskin till maskin',
  ),
  keptOut: refusal(
    'forbidden',
    'agency.kept-out',
    'The agency {id} has ended its connection to the integration: one of its administrators has to allow it again, by consent or on the page Connections',
    'Byrån {id} har avslutat anslutningen till integrationen: en administratör på byrån måste tillåta den igen, genom ett godkännande eller på sidan Anslutningar',
  ),
  templateNotFound: refusal(
    'not-found',
    'agency.template-not-found',
    'There is no template {id} of this agency',
    'Byrån har ingen mall {id}',
  ),
  tooManyTemplates: refusal(
    'limit-exceeded',
    'agency.too-many-templates',
    'An agency has at most {limit} templates: remove one that is not used',
    'En byrå har högst {limit} mallar: ta bort någon som inte används',
  ),
  nothingToTake: refusal(
    'not-found',
    'agency.nothing-to-take',
    'The company has nothing of this kind to copy to a template',
    'Företaget har inget av det slaget att göra en mall av',
  ),
  rolloutNotFound: refusal(
    'not-found',
    'agency.rollout-not-found',
    'There is no rollout {id} of this agency',
    'Byrån har ingen utrullning {id}',
  ),
  tooManyClients: refusal(
    'limit-exceeded',
    'agency.too-many-clients',
    'A rollout is for at most {limit} clients: choose some of them',
    'En utrullning gäller högst {limit} klienter: välj några av dem',
  ),
  noClientConcerned: refusal(
    'operation-not-allowed',
    'agency.no-client-concerned',
    'The selection contains no client',
    'Urvalet innehåller ingen klient',
  ),
  rolloutsUnderWay: refusal(
    'operation-not-allowed',
    'agency.rollouts-under-way',
    '{limit} rollouts of the agency are under way: wait until one of them is done',
    '{limit} av byråns utrullningar pågår: vänta tills någon av dem är klar',
  ),
  rolloutNotPreviewed: refusal(
    'operation-not-allowed',
    'agency.rollout-not-previewed',
    'The rollout {id} is {state}: only a previewed rollout can be applied, and only once',
    'Utrullningen {id} är {state}: bara en förhandsvisad utrullning kan utföras, och bara en gång',
  ),
  rolloutNotUnderWay: refusal(
    'operation-not-allowed',
    'agency.rollout-not-under-way',
    'The rollout {id} is {state}: only a rollout that is being previewed or applied can be stopped',
    'Utrullningen {id} är {state}: bara en utrullning som förhandsvisas eller utförs kan stoppas',
  ),
  nothingToApply: refusal(
    'operation-not-allowed',
    'agency.nothing-to-apply',
    'The rollout {id} has no step that can be applied',
    'Inget i utrullningen {id} kan utföras',
  ),
}

export const agencyFaults = {
  ownerNotMember: fault(
    'agency.owner-not-member',
    'must be the address of a member of the agency',
    'ska vara adressen till någon på byrån',
  ),
  inviter: fault(
    'agency.inviter',
    'must be a member of the company who may manage users: an owner or an administrator',
    'ska vara någon i företaget som får hantera användare: en ägare eller en administratör',
  ),
  inviterOther: fault(
    'agency.inviter-other',
    'must be your own id, or left out: people invite in their own name',
    'ska vara ditt eget id, eller utelämnas: man bjuder in i sitt eget namn',
  ),
  inviterMissing: fault(
    'agency.inviter-missing',
    'is required: the company has no owner',
    'krävs: företaget har ingen ägare',
  ),
  vatNumber: fault(
    'agency.vat-number',
    'must be a Swedish VAT number, such as SE556036079301',
    'ska vara ett svenskt momsregistreringsnummer, till exempel SE556036079301',
  ),
  country: fault(
    'agency.country',
    'must be a country code of two letters, such as SE',
    'ska vara en landskod med två bokstäver, till exempel SE',
  ),
  firstOfMonth: fault(
    'agency.first-of-month',
    'must be the first of a month, MM-DD',
    'ska vara den första i en månad, MM-DD',
  ),
  calendarYear: fault(
    'agency.calendar-year',
    'must be 01-01: the fiscal year of a sole proprietor is the calendar year',
    'ska vara 01-01: en enskild firmas räkenskapsår är kalenderåret',
  ),
  templateNameMissing: fault('agency.template-name-missing', 'must not be empty', 'får inte vara tomt'),
  templateTaken: fault(
    'agency.template-taken',
    'the agency already has a template for "{key}": change that one',
    'byrån har redan en mall för ”{key}”: ändra den',
  ),
  templateKind: fault(
    'agency.template-kind',
    'the kind of a template cannot change: it is {kind}',
    'slaget av mall kan inte ändras: det är {kind}',
  ),
  templateAccount: fault(
    'agency.template-account',
    'the account of a template cannot change: it is {account}',
    'kontot i en mall kan inte ändras: det är {account}',
  ),
  textsMissing: fault('agency.texts-missing', 'at least one text must be given', 'minst en text måste anges'),
  unknownTemplate: fault('agency.unknown-template', 'is not a template of the agency', 'är ingen av byråns mallar'),
  unknownClient: fault('agency.unknown-client', 'is not a client of the agency', 'är ingen av byråns klienter'),
  clientsMissing: fault(
    'agency.clients-missing',
    'name the clients that are selected',
    'ange vilka klienter som är valda',
  ),
  unknownStep: fault(
    'agency.unknown-step',
    'is not a step of the rollout that can be applied',
    'är inget steg i utrullningen som kan utföras',
  ),
}

/** Why a template cannot be used at a client, or was not. */
export const stepPhrases = {
  noAccess: phrase(
    'rollout-step.no-access',
    'You are not a member of this company, or it is no longer a client',
    'Du är inte med i företaget, eller så är det inte längre klient',
  ),
  accountInUse: phrase(
    'rollout-step.account-in-use',
    'The company uses account {account} for something else, and it has entries',
    'Företaget använder konto {account} till något annat, och det är bokfört på',
  ),
  accountMissing: phrase(
    'rollout-step.account-missing',
    'The chart of accounts lacks {accounts}',
    'Kontoplanen saknar {accounts}',
  ),
  templateGone: phrase(
    'rollout-step.template-gone',
    'The template has been changed or removed since the preview',
    'Mallen har ändrats eller tagits bort sedan förhandsvisningen',
  ),
  stale: phrase(
    'rollout-step.stale',
    'The company has changed since the preview: make a new one',
    'Det har ändrats hos företaget sedan förhandsvisningen: gör en ny',
  ),
  companyRemoved: phrase(
    'rollout-step.company-removed',
    'The company refused it, and was removed later',
    'Företaget tillät det inte, och har senare tagits bort',
  ),
  trouble: phrase('rollout-step.trouble', 'The service failed: try again', 'Tjänsten misslyckades: försök igen'),
}
