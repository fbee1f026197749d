// Anchors: signed daily and kept elsewhere, they prove where the chains of the books ended.

export { anchorsAdmin } from './administration.ts'
export type { AnchoredHead } from './anchor.rules.ts'
export { type Anchor, anchorsWithoutFile, type HeadSource } from './anchor.ts'
export type { AnchorKey } from './anchor-key.ts'
export { anchorsContribution } from './contribution.ts'
export type { UnknownKey } from './earlier-key.ts'
export type { LinkLookUp, Overtaken, Unstamped } from './verify.ts'
