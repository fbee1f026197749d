// What pages show of programs: what they may, what they have asked, and what they prove themselves with.
export { Listed } from './Listed.tsx'
export { LOG_FOLLOW_MS, type Logged, RequestLog, useShownRequests } from './RequestLog.tsx'
export { requestWords } from './request-words.ts'
export { Secret } from './Secret.tsx'
export { isInWords, scopeChoices, scopeSets, scopesInWords, scopeWords } from './scope-words.ts'
