// Refusals of proposals.
import { fault, phrase, refusal } from '#platform/refusal'

export const stagedRefusals = {
  noProposal: refusal('not-found', 'proposals.not-found', 'There is no proposal {id}', 'Det finns inget förslag {id}'),
  tooManyWaiting: refusal(
    'limit-exceeded',
    'proposals.too-many-waiting',
    'A company has at most {limit} proposals that wait: approve some, send them back or withdraw them first',
    'Ett företag har högst {limit} förslag som väntar: godkänn, skicka tillbaka eller dra tillbaka några först',
  ),
  notWaiting: refusal(
    'operation-not-allowed',
    'proposals.not-waiting',
    'The proposal {id} does not wait any more: its state is {state}',
    'Förslaget {id} väntar inte längre: dess läge är {state}',
  ),
  otherRevision: refusal(
    'conflict',
    'proposals.other-revision',
    'The proposal {id} was tried again and is at revision {revision}: look at what it would do now',
    'Förslaget {id} har provats igen och är vid version {revision}: se efter vad det skulle göra nu',
  ),
  triedAmongOthers: refusal(
    'operation-not-allowed',
    'proposals.among-others',
    'Proposals are tried by themselves: send them outside of an atomic bulk',
    'Förslag provas för sig: skicka dem utanför en atomisk bulk',
  ),
  contentErased: refusal(
    'operation-not-allowed',
    'proposals.content-erased',
    'The content of the proposal {id} was erased with a customer or supplier',
    'Innehållet i förslaget {id} raderades med en kund eller leverantör',
  ),
}

export const stagedFaults = {
  unknownUpload: fault('proposals.unknown-upload', 'is not an upload of this company', 'är inget underlag i företaget'),
  limitsTogether: fault(
    'proposals.limits-together',
    'must be given together with the other limit of amounts and at least one account, or all three left empty',
    'ska anges tillsammans med den andra beloppsgränsen och minst ett konto, eller alla tre lämnas tomma',
  ),
  dayBelowEntry: fault(
    'proposals.day-below-entry',
    'must be at least as much as one entry may have',
    'ska vara minst så mycket som en verifikation får ha',
  ),
}

/** Why a proposal waits anew. */
export const stagedNotices = {
  booksMoved: phrase(
    'proposals.books-moved',
    'The books have moved on: what it would do now is not what was shown',
    'Bokföringen har ändrats: det som skulle göras nu är inte det som visades',
  ),
  resourceChanged: phrase(
    'proposals.resource-changed',
    'What it changes was changed by others after it was shown',
    'Det som ändras har ändrats av andra efter att det visades',
  ),
}
