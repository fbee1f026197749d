// Why a document is not sent: whole requests, and single fields.
import { type FieldError, fault, refusal } from '#platform/refusal'
import { MAX_SUBJECT_LENGTH, MAX_TEXT_LENGTH } from './mail-text.rules.ts'

export const sendingRefusals = {
  draftNotSent: refusal('operation-not-allowed', 'The document {id} is a draft: publish it before you send it'),
  noMailServer: refusal(
    'operation-not-allowed',
    'The service has no mail server: ask its operator to set SMTP_URL, or download the PDF and send it yourself',
  ),
  tooLargeForMail: refusal(
    'operation-not-allowed',
    'The PDF of document {number} has {size} bytes, and mails take at most {limit}: download it and send it in another way',
  ),
  tooManyMails: refusal(
    'limit-exceeded',
    'A company sends at most {limit} mails in 24 hours, and {sent} were sent: try again later',
  ),
  tooManySendings: refusal('limit-exceeded', 'A document is sent at most {limit} times'),
}

export const sendingFaults = {
  noAddress: fault('the customer has no e-mail address: give one here, or add one to the customer'),
  badAddress: fault('"{text}" is not an e-mail address'),
  repeatedAddress: fault('{text} is given twice'),
  noOwnAddress: fault('the company has no e-mail address to send a copy to: add one to its contact details'),
  subject: fault('must be 1 to {limit} characters on one line, without control characters'),
  text: fault('must be 1 to {limit} characters, without control characters other than line breaks and tabs'),
  unknownPlaceholder: fault('{placeholder} stands for nothing: use {known}'),
}

/** Errors in the text of a mail. A subject is a header: a line break would start another one. */
export const wrongInMailText = (field: string, text: string, form: 'subject' | 'text'): FieldError[] => {
  const limit = form === 'subject' ? MAX_SUBJECT_LENGTH : MAX_TEXT_LENGTH
  const isUnfit = (form === 'subject' ? /[\p{Cc}\u2028\u2029]/u : /(?![\n\t])\p{Cc}/u).test(text)
  return text.trim() === '' || text.length > limit || isUnfit ? [sendingFaults[form](field, { limit })] : []
}
