// Why files are refused for what they are.
import { fault } from '#platform/refusal'

export const contentFaults = {
  notTaken: fault('must be a JPEG, PNG or PDF file, judged by its content'),
  twoThings: fault('the file is {other} as well as {type}, so it could be read in two ways'),
  damaged: fault('the picture could not be read: {reason}'),
  tooLarge: fault('the picture is {width} × {height} pixels; at most {most} × {highest} are accepted'),
  unreadable: fault('the PDF could not be read'),
  encrypted: fault('the PDF is encrypted'),
  tooManyPages: fault('the PDF has more than {limit} pages'),
}
