// What the operator's commands call in anchors, and nothing else.
import { anchorFile, anchorFileName, findAnchor, listAnchors, makeAnchor } from './anchor.ts'
import { anchorKey, presentKey } from './anchor-key.ts'
import { trustedKeys, unknownKeys, vouchForEarlierKeys, vouchForLostKeys } from './earlier-key.ts'
import { anchorsIn } from './found.ts'
import { unstampedAnchors } from './verify.ts'

export const anchorsAdmin = {
  anchorsIn,
  file: anchorFile,
  fileName: anchorFileName,
  findAnchor,
  key: anchorKey,
  listAnchors,
  makeAnchor,
  presentKey,
  trustedKeys,
  unknownKeys,
  unstampedAnchors,
  vouchForEarlierKeys,
  vouchForLostKeys,
}
