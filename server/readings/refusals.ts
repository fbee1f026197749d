// Why documents are not read.
import { phrase, refusal } from '#platform/refusal'

export const readingRefusals = {
  readsNothing: refusal(
    'operation-not-allowed',
    'reading.reads-nothing',
    'This service reads no documents: ask its operator to set DOCUMENT_READER, or type what the document says',
    'Installationen läser inga underlag: be den som driver den att ställa in DOCUMENT_READER, eller skriv av underlaget',
  ),
  notReadable: refusal(
    'operation-not-allowed',
    'reading.not-readable',
    'Upload {id} is an e-invoice, which says by itself what it is',
    'Underlaget {id} är en e-faktura, som själv säger vad den är',
  ),
}

/** Why a document could not be read. */
export const readingFlaws = {
  locked: phrase('reading.locked', 'it has a password', 'det har ett lösenord'),
  tooLarge: phrase(
    'reading.too-large',
    'it has too many pixels, or asks for too much memory',
    'det har för många bildpunkter eller kräver för mycket minne',
  ),
  tooLong: phrase('reading.too-long', 'it takes too long to read', 'det tar för lång tid att läsa'),
  broken: phrase('reading.broken', 'it is damaged', 'det är skadat'),
  noText: phrase(
    'reading.no-text',
    'there is no text on it that could be made out',
    'det har ingen text som går att tyda',
  ),
  trouble: phrase(
    'reading.trouble',
    'something went wrong on our side: ask for it to be read again',
    'något gick fel hos oss: låt underlaget läsas en gång till',
  ),
}
export type ReadingFlaw = keyof typeof readingFlaws
