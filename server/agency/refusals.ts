// Why requests about agencies are refused.
import { fault, refusal } from '#platform/refusal'

export const agencyRefusals = {
  agencyNotFound: refusal('not-found', 'There is no agency {id}'),
  connectionNotFound: refusal('not-found', 'There is no connection to agency {id}'),
  clientNotFound: refusal('not-found', 'There is no client company {id} of this agency'),
  userNotFound: refusal('not-found', 'There is no user {id} here'),
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
}

export const agencyFaults = {
  ownerNotMember: fault('must be the address of a member of the agency'),
  inviter: fault('must be a member of the company who may manage users: an owner or an administrator'),
  inviterMissing: fault('is required: the company has no owner'),
  vatNumber: fault('must be a Swedish VAT number, such as SE556036079301'),
  country: fault('must be a country code of two letters, such as SE'),
  firstOfMonth: fault('must be the first of a month, MM-DD'),
  calendarYear: fault('must be 01-01: the fiscal year of a sole proprietor is the calendar year'),
}
