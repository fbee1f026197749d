// Refusals of files because of their content.
import { fault, phrase } from '#platform/refusal'

export const contentFaults = {
  notTaken: fault(
    'file.not-taken',
    'must be a JPEG, PNG or PDF file, judged by its content',
    'ska vara en JPEG-, PNG- eller PDF-fil, att döma av innehållet',
  ),
  twoThings: fault(
    'file.two-things',
    'the file is {other} as well as {type}, so it could be read in two ways',
    'filen är {other} likaväl som {type}, så den kan läsas på två sätt',
  ),
  damaged: fault('file.damaged', 'the picture could not be read: {reason}', 'bilden gick inte att läsa: {reason}'),
  tooLarge: fault(
    'file.too-large',
    'the picture is {width} × {height} pixels; at most {most} × {highest} are accepted',
    'bilden är {width} × {height} bildpunkter; högst {most} × {highest} tas emot',
  ),
  unreadable: fault('file.unreadable', 'the PDF could not be read', 'PDF:en gick inte att läsa'),
  encrypted: fault('file.encrypted', 'the PDF is encrypted', 'PDF:en är krypterad'),
  tooManyPages: fault('file.too-many-pages', 'the PDF has more than {limit} pages', 'PDF:en har fler än {limit} sidor'),
  tooMuch: fault(
    'file.too-much',
    'the file takes too much time or memory to read',
    'filen tar för mycket tid eller minne att läsa',
  ),
}

/** The flaws of a picture. */
export const pictureFlaws = {
  chunk: phrase('picture.chunk', 'a chunk is cut off or damaged', 'ett block är avklippt eller skadat'),
  noHeader: phrase('picture.no-header', 'it does not begin with its header', 'den börjar inte med sitt huvud'),
  notPng: phrase('picture.not-png', 'its header is not one of PNG', 'huvudet är inget PNG-huvud'),
  palette: phrase('picture.palette', 'its palette is missing', 'paletten saknas'),
  transparency: phrase(
    'picture.transparency',
    'it defines its transparency in two ways',
    'genomskinligheten är angiven på två sätt',
  ),
  tooMuch: phrase(
    'picture.too-much',
    'its texts or its profile are too large when decompressed',
    'texterna eller profilen blir för stora när de packas upp',
  ),
  pixels: phrase(
    'picture.pixels',
    'its pixels are cut off, damaged or too many',
    'bildpunkterna är avklippta, skadade eller för många',
  ),
  segment: phrase('picture.segment', 'a segment is damaged', 'ett segment är skadat'),
  noPixels: phrase('picture.no-pixels', 'it has no pixels', 'den har inga bildpunkter'),
  coding: phrase('picture.coding', 'its kind of coding is not accepted', 'kodningen går inte att läsa här'),
  colours: phrase('picture.colours', 'its colours are not accepted', 'färgerna går inte att läsa här'),
  header: phrase('picture.header', 'its header is missing', 'huvudet saknas'),
  cutOff: phrase('picture.cut-off', 'it is cut off', 'den är avklippt'),
}
