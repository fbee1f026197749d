// What the service says of reading documents, in Swedish.
export const readings: Readonly<Record<string, string>> = {
  'This service reads no documents: ask its operator to set DOCUMENT_READER, or type what the document says':
    'Installationen läser inga underlag: be den som driver den att ställa in DOCUMENT_READER, eller skriv av underlaget',
  'Upload {id} is an e-invoice, which says by itself what it is':
    'Underlaget {id} är en e-faktura, som själv säger vad den är',
  'it has a password': 'det har ett lösenord',
  'it has too many pixels, or asks for too much memory': 'det har för många bildpunkter eller kräver för mycket minne',
  'it takes too long to read': 'det tar för lång tid att läsa',
  'it is damaged': 'det är skadat',
  'there is no text on it that could be made out': 'det har ingen text som går att tyda',
  'something went wrong on our side: ask for it to be read again':
    'något gick fel hos oss: låt underlaget läsas en gång till',
}
