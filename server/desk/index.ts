// The desk: a person's start pages in the console.
export { deskErasure, dropDraftsOf, forgetOldDrafts, sealedDrafts } from './draft.ts'
export { enterCompany, foundCompany, readOwnCompany } from './own-company.ts'
export { asked as askedOfCompany } from './own-company-routes.ts'
export { copyFor } from './personal-copy.ts'
export { deskRefusals, firstRunRefusals } from './refusals.ts'
export { deskRows } from './routes.ts'
export { isYearUnderWay, noteTestFailure, noteTestMonths } from './test-company.ts'
