// Why something of the desk is refused.
import { refusal } from '#platform/refusal'

export const deskRefusals = {
  noCompany: refusal('not-found', 'You cannot enter a company {id}: it is not there, or you are no member of it'),
  tooManyCompanies: refusal(
    'operation-not-allowed',
    'You own {most} companies, which is as many as one person may make: whoever runs the service can register more',
  ),
}
