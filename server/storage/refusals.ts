// Why a file is not kept: the storage of the company, or of its owner, is full.
import { phrase, refusal } from '#platform/refusal'

export const storageRefusals = {
  full: refusal(
    'quota-exceeded',
    'storage.full',
    'The company uses {used} of {allowed} for files, and this one has {size}: delete files that are no longer needed, or ask the service operator for more space',
    'Företaget använder {used} av {allowed} för filer, och den här är på {size}: ta bort filer som inte behövs längre, eller be den som driver tjänsten om mer plats',
  ),
  ownerFull: refusal(
    'quota-exceeded',
    'storage.owner-full',
    'The companies of an owner of this company together use {used} of {allowed} for files, and this one has {size}: delete files that are no longer needed, or ask the service operator for more space',
    'Företagen som en av ägarna har använder tillsammans {used} av {allowed} för filer, och den här är på {size}: ta bort filer som inte behövs längre, eller be den som driver tjänsten om mer plats',
  ),
  deleting: refusal(
    'quota-exceeded',
    'storage.deleting',
    'The company has no room for a file of {size} until its deleted files are gone: {used} of {allowed} are in use; try again in two hours',
    'En fil på {size} får inte plats förrän borttagna filer är rensade: {used} av {allowed} används; försök igen om två timmar',
  ),
}

/** What every operation refuses that keeps a file. */
export const ofStorage = Object.values(storageRefusals)

export const storageWarnings = {
  nearlyFull: phrase(
    'storage.nearly-full',
    '{percent} % of the space for files is used ({used} of {allowed}): once it is full, files will be refused',
    '{percent} % av utrymmet för filer är använt ({used} av {allowed}): när det är fullt kommer filer att nekas',
  ),
}
