// What http contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { httpRefusals } from '#http/answers/refusals'
import { forgetOldAnswers, sealedAnswers, sealedDigestKeys } from './command.ts'
import { answersErasure } from './erasure.ts'

export const httpContribution = {
  answersErasure,
  forgetOldAnswers,
  refusals: httpRefusals,
  sealedAnswers,
  sealedDigestKeys,
}
