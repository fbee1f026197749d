// What the service says of documents that come by mail, in Swedish.
export const mailIn: Readonly<Record<string, string>> = {
  'This service takes no mail: ask its operator to set MAIL_IN_DOMAIN, or upload the documents':
    'Installationen tar inte emot e-post: be den som driver den att ställa in MAIL_IN_DOMAIN, eller ladda upp underlagen',
  'The company has no address for mail': 'Företaget har ingen adress för e-post',
  'There is no received mail {id} in this company': 'Det finns inget mottaget mejl {id} i företaget',
  'The server gave no reason': 'Mottagarens server sade inte varför',
  'The file is empty: ask the sender to send it again': 'Filen är tom: be avsändaren skicka den igen',
  'A file has at most {limit} bytes: ask the sender for a smaller one':
    'En fil får ha högst {limit} byte: be avsändaren om en mindre',
  'The file cannot be taken: {problem}': 'Filen kan inte tas emot: {problem}',
  'A mail takes at most {limit} files: ask the sender to share them out':
    'Ett mejl får ha högst {limit} filer: be avsändaren dela upp dem på flera',
}
