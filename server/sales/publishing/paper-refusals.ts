// Refusals of downloads, and of characters that a PDF cannot show.
import { fault, phrase, refusal } from '#platform/refusal'

export const downloadRefusals = {
  noCustomer: refusal(
    'operation-not-allowed',
    'invoice-pdf.no-customer',
    'The invoice has no customer yet: choose one, then see what the invoice will look like',
    'Välj först en kund, så visas hur fakturan kommer att se ut',
  ),
  textsTooLong: refusal(
    'operation-not-allowed',
    'invoice-pdf.texts-too-long',
    'The texts of the invoice are too long for one PDF: shorten its lines',
    'Fakturans texter är för långa för en PDF. Korta raderna',
  ),
  signsUnknown: refusal(
    'operation-not-allowed',
    'invoice-pdf.signs-unknown',
    'The invoice contains characters that a PDF cannot show: write them in another way',
    'Fakturan innehåller tecken som inte kan visas i en PDF. Skriv dem på ett annat sätt',
  ),
  notPublished: refusal(
    'operation-not-allowed',
    'invoice-pdf.not-published',
    'The document {id} is a draft: publish it before you download it',
    'Dokumentet {id} är ett utkast: skapa det på riktigt innan du hämtar det',
  ),
}

export const paperFaults = {
  strangeSigns: fault(
    'invoice-pdf.strange-signs',
    'contains {signs}, which no font of the PDF has: {remedy}',
    'innehåller {signs}, som inte kan visas i en PDF. {remedy}',
  ),
  strangeInCompany: fault(
    'invoice-pdf.strange-in-company',
    '"{text}" in the company information contains {signs}, which no font of the PDF has: {remedy}',
    'företagets uppgift ”{text}” innehåller {signs}, som inte kan visas i en PDF. {remedy}',
  ),
}

/** What to do about characters without a font; fonts of other scripts are optional packages. */
export const paperRemedies = {
  rewrite: phrase('pdf-signs.rewrite', 'write it in another way', 'Skriv det på ett annat sätt'),
  rewriteOrInstall: phrase(
    'pdf-signs.rewrite-or-install',
    'write it in another way, or ask the operator to install the optional fonts, grundbok-fonts',
    'Skriv det på ett annat sätt, eller be den som driver tjänsten att installera typsnitten i grundbok-fonts',
  ),
  change: phrase('pdf-signs.change', 'change it in the settings', 'Ändra den i inställningarna'),
  changeOrInstall: phrase(
    'pdf-signs.change-or-install',
    'change it in the settings, or ask the operator to install the optional fonts, grundbok-fonts',
    'Ändra den i inställningarna, eller be den som driver tjänsten att installera typsnitten i grundbok-fonts',
  ),
}
