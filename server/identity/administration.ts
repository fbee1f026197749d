// What the operator's commands call in identity, and nothing else.
import { revokeToken } from '#identity/members/api-token'
import { setSignatory } from '#identity/members/membership'
import { setOperator } from '#identity/members/operator'
import { enrolmentCode } from '#identity/people/enrolment'
import { listPeople } from '#identity/people/person'
import { listAgencies } from './agency.ts'

export const identityAdmin = {
  enrolmentCode,
  listAgencies,
  listPeople,
  revokeToken,
  setOperator,
  setSignatory,
}
