// Refusals of incoming mail, and the reasons for attachments that are not kept.
import { phrase, refusal } from '#platform/refusal'

export const mailInRefusals = {
  noMailDomain: refusal(
    'operation-not-allowed',
    'This service takes no mail: ask its operator to set MAIL_IN_DOMAIN, or upload the documents',
  ),
  noMailAddress: refusal('not-found', 'The company has no address for mail'),
  mailNotFound: refusal('not-found', 'There is no received mail {id} in this company'),
}

export const partReasons = {
  empty: phrase('The file is empty: ask the sender to send it again'),
  tooLarge: phrase('A file has at most {limit} bytes: ask the sender for a smaller one'),
  notTaken: phrase('The file cannot be taken: {problem}'),
  tooMany: phrase('A mail takes at most {limit} files: ask the sender to share them out'),
}

/** Replies to the sender's mail server, in English as usual in SMTP. */
export const mailAnswers = {
  unknown: 'There is nobody here by this address',
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
