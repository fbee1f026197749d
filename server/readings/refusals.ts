// Why documents are not read.
import { phrase, refusal } from '#platform/refusal'

export const readingRefusals = {
  readsNothing: refusal(
    'operation-not-allowed',
    'reading.reads-nothing',
    'This service does not read documents: ask its operator to set DOCUMENT_READER, or enter the values by hand',
    'Installationen läser inga underlag: be den som driver den att ställa in DOCUMENT_READER, eller fyll i uppgifterna för hand',
  ),
  notReadable: refusal(
    'operation-not-allowed',
    'reading.not-readable',
    'Upload {id} is an e-invoice, which needs no reading',
    'Underlaget {id} är en e-faktura och behöver inte läsas',
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
  noText: phrase('reading.no-text', 'it has no legible text', 'det har ingen läslig text'),
  trouble: phrase(
    'reading.trouble',
    'the service failed: request another reading',
    'något gick fel hos oss: låt underlaget läsas en gång till',
  ),
}
export type ReadingFlaw = keyof typeof readingFlaws
