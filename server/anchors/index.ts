// Anchors: signed daily and kept elsewhere, they prove where the chains of the books ended.

export type { AnchoredHead } from './anchor.rules.ts'
export {
  type Anchor,
  anchorFile,
  anchorFileName,
  anchorsWithoutFile,
  findAnchor,
  type HeadSource,
  listAnchors,
  makeAnchor,
} from './anchor.ts'
export { type AnchorKey, anchorKey, presentKey } from './anchor-key.ts'
export {
  trustedKeys,
  type UnknownKey,
  unknownKeys,
  vouchForEarlierKeys,
  vouchForLostKeys,
} from './earlier-key.ts'
export { anchorsIn } from './found.ts'
export { anchorJob } from './job.ts'

export {
  type LinkLookUp,
  type Overtaken,
  type Unstamped,
  unstampedAnchors,
  verifyAnchors,
  verifyFound,
} from './verify.ts'
