// Why a document is not sent: whole requests, and single fields.
import { type FieldError, fault, refusal } from '#platform/refusal'
import { MAX_SUBJECT_LENGTH, MAX_TEXT_LENGTH } from './mail-text.rules.ts'

export const sendingRefusals = {
  draftNotSent: refusal(
    'operation-not-allowed',
    'sending.draft-not-sent',
    'The document {id} is a draft: publish it before you send it',
    'Dokumentet {id} är ett utkast: publicera det innan du skickar det',
  ),
  noMailServer: refusal(
    'operation-not-allowed',
    'sending.no-mail-server',
    'The service has no mail server: ask its operator to set SMTP_URL, or download the PDF and send it yourself',
    'Tjänsten har ingen e-postserver: be den som driver tjänsten att sätta SMTP_URL, eller ladda ner PDF:en och skicka den själv',
  ),
  tooLargeForMail: refusal(
    'operation-not-allowed',
    'sending.too-large-for-mail',
    'The PDF of document {number} has {size} bytes, and mails take at most {limit}: download it and send it in another way',
    'PDF:en för dokument {number} är på {size} byte, och ett mejl får vara högst {limit}: ladda ner den och skicka den på annat sätt',
  ),
  tooManyMails: refusal(
    'limit-exceeded',
    'sending.too-many-mails',
    'A company sends at most {limit} mails in 24 hours, and {sent} were sent: try again later',
    'Ett företag skickar högst {limit} mejl på 24 timmar, och {sent} har skickats: försök igen senare',
  ),
  tooManySendings: refusal(
    'limit-exceeded',
    'sending.too-many-sendings',
    'A document can be sent at most {limit} times',
    'Ett dokument kan skickas högst {limit} gånger',
  ),
}

export const sendingFaults = {
  noAddress: fault(
    'sending.no-address',
    'the customer has no e-mail address: give one here, or add one to the customer',
    'kunden har ingen e-postadress: ange en här, eller lägg till en på kunden',
  ),
  badAddress: fault('sending.bad-address', '"{text}" is not an e-mail address', '”{text}” är ingen e-postadress'),
  repeatedAddress: fault('sending.repeated-address', '{text} is given twice', '{text} är angiven två gånger'),
  noOwnAddress: fault(
    'sending.no-own-address',
    'the company has no e-mail address to send a copy to: add one to its contact details',
    'företaget har ingen e-postadress att skicka en kopia till: lägg till en i företagets kontaktuppgifter',
  ),
  subject: fault(
    'sending.subject',
    'must be 1 to {limit} characters on one line, without control characters',
    'ska vara 1 till {limit} tecken på en rad, utan styrtecken',
  ),
  text: fault(
    'sending.text',
    'must be 1 to {limit} characters, without control characters other than line breaks and tabs',
    'ska vara 1 till {limit} tecken, utan andra styrtecken än radbrytningar och tabbar',
  ),
  unknownPlaceholder: fault(
    'sending.unknown-placeholder',
    '{placeholder} is not a known placeholder: use {known}',
    '{placeholder} är ingen känd platshållare: använd {known}',
  ),
}

/** Errors in the text of a mail. A subject is a header: a line break would start another one. */
export const wrongInMailText = (field: string, text: string, form: 'subject' | 'text'): FieldError[] => {
  const limit = form === 'subject' ? MAX_SUBJECT_LENGTH : MAX_TEXT_LENGTH
  const isUnfit = (form === 'subject' ? /[\p{Cc}\u2028\u2029]/u : /(?![\n\t])\p{Cc}/u).test(text)
  return text.trim() === '' || text.length > limit || isUnfit ? [sendingFaults[form](field, { limit })] : []
}
