// What every page knows of the service: its API, who has logged in, and what has been typed and not yet saved.

export { useAction } from './action.ts'
export { answered, api, formToken, keepCsrfToken, patiently, queries, type Schema, sessionEnded } from './api.ts'
export { keepRound, useClientRound } from './client-round.ts'
export { keepDraft, readDraft } from './draft-copy.ts'
export { keyOfNew, useDraft } from './drafts.ts'
export { useVersioned } from './etag.ts'
export { Feed } from './feed.tsx'
export { isSpent, newIntent, useIntent } from './intent.ts'
export { type KeptForm, useKeptForm } from './kept-form.ts'
export { keepLastCompany, lastCompany } from './last-company.ts'
export { matchOf } from './matching.ts'
export { type Area, areas, type CompanyPage, type PersonPage } from './page-row.ts'
export { useAllPages, usePages, usePagesAt } from './pages.ts'
export { base, nonce } from './place.ts'
export { placeAt, placeOf } from './places.rules.ts'
export { quoted } from './quoted.ts'
export { useRefresh } from './refresh.ts'
export { failureText, isRefused, Refused, refusalOf, refusalWithin, sentencesOf } from './refused.ts'
export { sendFile } from './send-file.ts'
export {
  type Company,
  CompanyContext,
  type Membership,
  readSession,
  SessionContext,
  useCompany,
  useSession,
} from './session.ts'
export { soughtIn } from './sought.rules.ts'
export { useStoredSentences } from './stored-sentences.ts'
export { type Typed, useTyped } from './typed.ts'
export { useTaken, useUnsent } from './unsent.ts'
export { warnings } from './warned.ts'
