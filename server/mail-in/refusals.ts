// Refusals of incoming mail, and the reasons for attachments that are not kept.
import { phrase, refusal } from '#platform/refusal'

export const mailInRefusals = {
  noMailDomain: refusal(
    'operation-not-allowed',
    'mail-in.no-mail-domain',
    'This service does not receive mail: ask its operator to set MAIL_IN_DOMAIN, or upload the documents',
    'Installationen tar inte emot e-post: be den som driver den att ställa in MAIL_IN_DOMAIN, eller ladda upp underlagen',
  ),
  noMailAddress: refusal(
    'not-found',
    'mail-in.no-mail-address',
    'The company has no address for mail',
    'Företaget har ingen adress för e-post',
  ),
  mailNotFound: refusal(
    'not-found',
    'mail-in.mail-not-found',
    'There is no received mail {id} in this company',
    'Det finns inget mottaget mejl {id} i företaget',
  ),
}

export const partReasons = {
  empty: phrase(
    'mail-part.empty',
    'The file is empty: ask the sender to send it again',
    'Filen är tom: be avsändaren skicka den igen',
  ),
  tooLarge: phrase(
    'mail-part.too-large',
    'A file has at most {limit} bytes: ask the sender for a smaller one',
    'En fil får ha högst {limit} byte: be avsändaren om en mindre',
  ),
  notTaken: phrase(
    'mail-part.not-taken',
    'The file cannot be accepted: {problem}',
    'Filen kan inte tas emot: {problem}',
  ),
  tooMany: phrase(
    'mail-part.too-many',
    'A mail can have at most {limit} files: ask the sender to send the others in another mail',
    'Ett mejl får ha högst {limit} filer: be avsändaren dela upp dem på flera',
  ),
}

/** Replies to the sender's mail server, in English as usual in SMTP. */
export const mailAnswers = {
  unknown: 'No recipient has this address',
  reportsOnly: 'This address takes reports on what became of a mail, which have no sender',
  reportTooSoon: 'The mail that this tells of is still being sent: try again later',
  tooManyUnknown: 'Too many unknown addresses',
  tooManyMails: 'This address has had too many mails in the last hour: try again later',
  tooManyOfSender: 'There have been too many mails of this sender in the last hour: try again later',
  tooLarge: (limit: number) => `A mail has at most ${limit} bytes`,
  full: 'The recipient has no room for more files: the mail is not kept',
  unreadable: 'The mail cannot be read',
  trouble: 'The mail could not be taken now: try again later',
}
