// Refusals of the desk.
import { fault, refusal } from '#platform/refusal'

export const deskRefusals = {
  noCompany: refusal('not-found', 'You cannot enter a company {id}: it is not there, or you are no member of it'),
  tooManyCompanies: refusal(
    'operation-not-allowed',
    'You own {most} companies, which is as many as one person may make: whoever runs the service can register more',
  ),
  tooManyRemoved: refusal(
    'operation-not-allowed',
    'With those that you made and removed within {days} days you have {most} companies, which is as many as one person may make: wait, or ask whoever runs the service',
  ),
  notOwner: refusal('forbidden', 'Only an owner of the company {id} may remove it: ask one of them'),
  companyMustBeKept: refusal('operation-not-allowed', 'The company is not removed. {reasons}'),
  noTestCompany: refusal('not-found', 'You own no test company {id}'),
  tooManyTestCompanies: refusal(
    'operation-not-allowed',
    'You have {most} test companies, which is as many as one person may have: use one of them',
  ),
  testCompanyUnderWay: refusal(
    'operation-not-allowed',
    'Your last test company is still being made: wait until it is ready',
  ),
  testYearUnderWay: refusal(
    'operation-not-allowed',
    'The year of this test company is still being booked: wait until it is ready',
  ),
  noDraft: refusal('not-found', 'There is no draft {key}'),
  draftExists: refusal('conflict', 'There is a draft {key} already: read it, and send its ETag as If-Match'),
  tooManyDrafts: refusal('operation-not-allowed', 'You have {most} drafts: send or remove some of them first'),
}

export const deskFaults = {
  draftKey: fault('must be 1 to {limit} letters, digits or any of . _ : ~ -'),
  draftLength: fault('must be at most {limit} characters'),
  unknownCompany: fault('is no company that you may enter'),
}

/** Refusals of the first run, which has no endpoint in the table. */
export const firstRunRefusals = {
  isOver: refusal('conflict', 'Somebody has an account here already: log in at /login'),
  noCode: refusal(
    'forbidden',
    'Send the code that the service printed when it started, or that is in the file first-run-code of its data folder',
  ),
  foreign: refusal('forbidden', 'The request comes from a page of another site'),
  noDemo: refusal('not-found', 'There is no demo company to enter: log in as its owner, or make a company'),
}
