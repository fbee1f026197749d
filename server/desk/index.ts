// The desk: what a person has before them in the console.
export { type AskedCompany, foundCompany } from './own-company.ts'
export { asked as askedOfCompany } from './own-company-routes.ts'
export { deskRefusals, firstRunRefusals } from './refusals.ts'
export { deskRows } from './routes.ts'
