// What the programs of the service call in desk, and no other context.
import { dropDraftsOf } from './draft.ts'
import { enterCompany, foundCompany, readOwnCompany } from './own-company.ts'
import { asked as askedOfCompany } from './own-company-routes.ts'
import { isYearUnderWay, noteTestFailure, noteTestMonths } from './test-company.ts'

export const deskService = {
  askedOfCompany,
  dropDraftsOf,
  enterCompany,
  foundCompany,
  isYearUnderWay,
  noteTestFailure,
  noteTestMonths,
  readOwnCompany,
}
