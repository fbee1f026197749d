// Why a file is not kept: the storage of the company, or of its owner, is full.
import { phrase, refusal } from '#platform/refusal'

export const storageRefusals = {
  full: refusal(
    'quota-exceeded',
    'storage.full',
    'The company keeps {used} of {allowed} in files, and this one has {size}: delete files that nothing needs, or ask the service operator for more space',
    'Företaget har {used} av {allowed} i filer, och den här är på {size}: ta bort filer som inget behöver, eller be den som driver tjänsten om mer plats',
  ),
  ownerFull: refusal(
    'quota-exceeded',
    'storage.owner-full',
    'The companies of an owner of this company keep {used} of {allowed} in files together, and this one has {size}: delete files that nothing needs, or ask the service operator for more space',
    'Företagen som en av ägarna har har tillsammans {used} av {allowed} i filer, och den här är på {size}: ta bort filer som inget behöver, eller be den som driver tjänsten om mer plats',
  ),
  deleting: refusal(
    'quota-exceeded',
    'storage.deleting',
    'Too many files of the company are still being deleted for one of {size} more: {used} of {allowed} are kept; try again in two hours',
    'Så många av företagets filer håller på att tas bort att en till på {size} inte får plats: {used} av {allowed} är sparade; försök igen om två timmar',
  ),
}

/** What every operation refuses that keeps a file. */
export const ofStorage = Object.values(storageRefusals)

export const storageWarnings = {
  nearlyFull: phrase(
    'storage.nearly-full',
    '{percent} % of the room for files is taken ({used} of {allowed}): without more of it files will be refused',
    '{percent} % av platsen för filer är upptagen ({used} av {allowed}): utan mer plats kommer filer att nekas',
  ),
}
