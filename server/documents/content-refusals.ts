// Refusals of files because of their content.
import { fault, phrase } from '#platform/refusal'

export const contentFaults = {
  notTaken: fault('must be a JPEG, PNG or PDF file, judged by its content'),
  twoThings: fault('the file is {other} as well as {type}, so it could be read in two ways'),
  damaged: fault('the picture could not be read: {reason}'),
  tooLarge: fault('the picture is {width} × {height} pixels; at most {most} × {highest} are accepted'),
  unreadable: fault('the PDF could not be read'),
  encrypted: fault('the PDF is encrypted'),
  tooManyPages: fault('the PDF has more than {limit} pages'),
  tooMuch: fault('the file takes too much time or memory to read'),
}

/** The flaws of a picture. */
export const pictureFlaws = {
  chunk: phrase('a chunk is cut off or damaged'),
  noHeader: phrase('it does not begin with its header'),
  notPng: phrase('its header is not one of PNG'),
  palette: phrase('its palette is missing'),
  transparency: phrase('it defines its transparency in two ways'),
  tooMuch: phrase('its texts or its profile inflate to too much'),
  pixels: phrase('its pixels are cut off, damaged or too many'),
  segment: phrase('a segment is damaged'),
  noPixels: phrase('it has no pixels'),
  coding: phrase('its kind of coding is not accepted'),
  colours: phrase('its colours are not accepted'),
  header: phrase('its header is missing'),
  cutOff: phrase('it is cut off'),
}
