// The information required in a copy about a customer or supplier beside the data itself (GDPR art. 15.1).
import type { PartyKind } from '#privacy/party'

type Controller = { name: string; organizationNumber: string; email: string | null }

const reached = ({ name, organizationNumber, email }: Controller): string =>
  [name, organizationNumber, email].filter(Boolean).join(', ')

const kinds: Readonly<Record<PartyKind, string>> = {
  customer: 'kunden',
  supplier: 'leverantören',
  employee: 'den anställda',
}

export const aboutParty: Readonly<
  Record<'sv' | 'en', (kind: PartyKind, controller: Controller) => Readonly<Record<string, string>>>
> = {
  sv: (kind, controller) => ({
    vadDetHärÄr: `Allt som företagets böcker innehåller om ${kinds[kind]}, enligt dataskyddsförordningen artikel 15 och 20.`,
    ansvarig: reached(controller),
    mottagare:
      'De som arbetar i företagets böcker, den byrå som sköter dem och den som driver tjänsten. Vilka fler som har fått något står vid varje del, och anslutna program i delen programs.',
    rättsligGrund:
      'Avtal (artikel 6.1 b) och rättslig förpliktelse (6.1 c): bokföringslagen och skatteförfarandelagen.',
    dinaRättigheter:
      'Du kan begära att uppgifter rättas, raderas eller inte används (artikel 16–18) och invända mot hur de används (21). Det som är räkenskapsinformation måste företaget spara så länge bokföringslagen kräver det (artikel 17.3 b). Du kan klaga hos Integritetsskyddsmyndigheten, imy.se.',
    automatiskaBeslut: 'Inga.',
    underlagOchFiler: 'Filer följer inte med i den här filen. Företaget lämnar ut dem på begäran.',
  }),
  en: (kind, controller) => ({
    whatThisIs: `Everything that the books of the company hold about the ${kind}, by the GDPR, articles 15 and 20.`,
    controller: reached(controller),
    recipients:
      'Those who work in the books of the company, the agency that looks after them, and the service operator. Who else has had something stands at each part, and connected programs in the part programs.',
    legalBasis:
      'Contract (article 6.1 b) and legal obligation (6.1 c): the Swedish laws on bookkeeping and on tax procedure.',
    yourRights:
      'You can ask for data to be corrected, erased or not used (articles 16 to 18), and object to its use (21). What is accounting information the company must keep for as long as the law on bookkeeping asks (article 17.3 b). You can complain to the Swedish authority for privacy protection, imy.se.',
    automatedDecisions: 'None.',
    files: 'Files do not come with this file. The company gives them out when asked.',
  }),
}
