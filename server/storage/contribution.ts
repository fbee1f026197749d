// What storage contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { companiesWrongInStorage, verifyStorage } from './verify.ts'

export const storageContribution = {
  companiesWrong: companiesWrongInStorage,
  verify: verifyStorage,
}
