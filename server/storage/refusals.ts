// Why a file is not kept: the storage of the company, or of its owner, is full.
import { phrase, refusal } from '#platform/refusal'

export const storageRefusals = {
  full: refusal(
    'quota-exceeded',
    'The company keeps {used} of {allowed} in files, and this one has {size}: delete files that nothing needs, or ask whoever runs the service for more room',
  ),
  ownerFull: refusal(
    'quota-exceeded',
    'The companies of an owner of this company keep {used} of {allowed} in files together, and this one has {size}: delete files that nothing needs, or ask whoever runs the service for more room',
  ),
  deleting: refusal(
    'quota-exceeded',
    'Too many files of the company are still being deleted for one of {size} more: {used} of {allowed} are kept; try again in two hours',
  ),
}

/** What every operation refuses that keeps a file. */
export const ofStorage = Object.values(storageRefusals)

export const storageDoubts = {
  nearlyFull: phrase(
    '{percent} % of the room for files is taken ({used} of {allowed}): without more of it files will be refused',
  ),
}
