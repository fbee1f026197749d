// Why documents are not read.
import { phrase, refusal } from '#platform/refusal'

export const readingRefusals = {
  readsNothing: refusal(
    'operation-not-allowed',
    'This service reads no documents: ask its operator to set DOCUMENT_READER, or type what the document says',
  ),
  notReadable: refusal('operation-not-allowed', 'Upload {id} is an e-invoice, which says by itself what it is'),
}

/** Why a document could not be read. */
export const readingFlaws = {
  locked: phrase('it has a password'),
  tooLarge: phrase('it has too many pixels, or asks for too much memory'),
  tooLong: phrase('it takes too long to read'),
  broken: phrase('it is damaged'),
  noText: phrase('there is no text on it that could be made out'),
  trouble: phrase('something went wrong on our side: ask for it to be read again'),
}
export type ReadingFlaw = keyof typeof readingFlaws
