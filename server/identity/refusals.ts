// Why a caller is turned away.
import { fault, refusal } from '#platform/refusal'

export const identityRefusals = {
  noToken: refusal('unauthorized', 'Send an access token: Authorization: Bearer <token>'),
  badToken: refusal('unauthorized', 'The access token is not valid, or not any more'),
  otherCompany: refusal('forbidden', 'The access token is not for this company'),
  missingScope: refusal('forbidden', 'The access token lacks the scope {scope}'),
  companyNotFound: refusal('not-found', 'There is no company {id}'),
  tokenNotFound: refusal('not-found', 'There is no token {id}'),
}

export const identityFaults = {
  nameMissing: fault('must not be empty'),
  nameTooLong: fault('must be at most {limit} characters'),
  organizationNumber: fault('must be a Swedish organization number with a right check digit, such as 559999-0008'),
  companyType: fault('must be one of {known}'),
  unknownScope: fault('{scope} is not a scope; the scopes are {known}'),
  noScope: fault('must name at least one scope'),
}
