// Refusals of requests about agencies.
import { fault, phrase, refusal } from '#platform/refusal'

export const agencyRefusals = {
  agencyNotFound: refusal('not-found', 'There is no agency {id}'),
  connectionNotFound: refusal('not-found', 'There is no connection to agency {id}'),
  clientNotFound: refusal('not-found', 'There is no client company {id} of this agency'),
  userNotFound: refusal('not-found', 'There is no user {id} here'),
  notAtAgency: refusal('not-found', 'You work at no agency {id}: it is not there, or you are no member of it'),
  notAdministrator: refusal('forbidden', 'Only an administrator of the agency {id} may remove it: ask one of them'),
  agencyHasClients: refusal('operation-not-allowed', 'The agency is not removed. {reasons}'),
  lastAdministrator: refusal(
    'operation-not-allowed',
    'The user {id} is the last administrator of the agency: make somebody else an administrator first',
  ),
  ownerStays: refusal('operation-not-allowed', 'The user {id} owns the company: an owner cannot be removed'),
  notMember: refusal('forbidden', 'The user {id} is not a member of the company'),
  noMember: refusal('navigation-not-allowed', 'The user {id} is not a member of the company'),
  notMachine: refusal(
    'forbidden',
    'Connecting to an agency needs a client-credentials token of an integration that is approved for machine-to-machine use',
  ),
  keptOut: refusal(
    'forbidden',
    'The agency {id} has ended its connection to the integration: one of its administrators has to allow it again, by consent or on the page Connections',
  ),
  templateNotFound: refusal('not-found', 'There is no template {id} of this agency'),
  tooManyTemplates: refusal('limit-exceeded', 'An agency has at most {limit} templates: remove one that is not used'),
  nothingToTake: refusal('not-found', 'The company has nothing of this kind to make a template of'),
  rolloutNotFound: refusal('not-found', 'There is no rollout {id} of this agency'),
  tooManyClients: refusal('limit-exceeded', 'A rollout is for at most {limit} clients: choose some of them'),
  noClientConcerned: refusal('operation-not-allowed', 'There is no client that these templates would be used on'),
  rolloutsUnderWay: refusal(
    'operation-not-allowed',
    '{limit} rollouts of the agency are under way: wait until one of them is done',
  ),
  rolloutNotPreviewed: refusal(
    'operation-not-allowed',
    'The rollout {id} is {state}: only what was previewed is applied, and once',
  ),
  rolloutNotUnderWay: refusal(
    'operation-not-allowed',
    'The rollout {id} is {state}: only what is previewing or applying can be stopped',
  ),
  nothingToApply: refusal('operation-not-allowed', 'Nothing of the rollout {id} can be applied'),
}

export const agencyFaults = {
  ownerNotMember: fault('must be the address of a member of the agency'),
  inviter: fault('must be a member of the company who may manage users: an owner or an administrator'),
  inviterOther: fault('must be your own id, or left out: people invite in their own name'),
  inviterMissing: fault('is required: the company has no owner'),
  vatNumber: fault('must be a Swedish VAT number, such as SE556036079301'),
  country: fault('must be a country code of two letters, such as SE'),
  firstOfMonth: fault('must be the first of a month, MM-DD'),
  calendarYear: fault('must be 01-01: the fiscal year of a sole proprietor is the calendar year'),
  templateNameMissing: fault('must not be empty'),
  templateTaken: fault('the agency has a template for "{key}" already: change that one'),
  templateKind: fault('a template stays what it is: it is of the kind {kind}'),
  templateAccount: fault('the account of a template stays: it is {account}'),
  textsMissing: fault('at least one text must be given'),
  unknownTemplate: fault('is no template of the agency'),
  unknownClient: fault('is no client of the agency'),
  clientsMissing: fault('name the clients that are selected'),
  unknownStep: fault('is no step of the rollout that can be applied'),
}

/** Why a template cannot be used at a client, or was not. */
export const stepPhrases = {
  noAccess: phrase('You do not work in this company, or it is no client any more'),
  accountInUse: phrase('The account {account} is used for something else, and is booked on'),
  accountMissing: phrase('The chart of accounts lacks {accounts}'),
  templateGone: phrase('The template has been changed or removed since the preview'),
  stale: phrase('The company has changed since the preview: make a new one'),
  companyRemoved: phrase('The company refused it, and was removed later'),
  trouble: phrase('The service failed: try again'),
}
