// Why there is nothing to download.
import { refusal } from '#platform/refusal'

export const archiveRefusals = {
  keyMissing: refusal(
    'operation-not-allowed',
    'archive.key-missing',
    'The PDF of invoice {number} shows personal numbers and was sealed with a secret key that is not here: bring the key back to read it',
    'PDF:en för faktura {number} visar personnummer och är förseglad med en nyckel som inte finns här: hämta tillbaka nyckeln för att läsa den',
  ),
}
