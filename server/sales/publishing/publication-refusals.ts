// Requirements for publication; each error names the field to correct.
import { fault } from '#platform/refusal'

export const publicationFaults = {
  notRegistered: fault(
    'publish.not-registered',
    'the company is not registered for VAT, by its own setting, and charges none: remove the tax, or change the setting with PATCH /vat-setting',
    'företaget är inte momsregistrerat enligt sin egen inställning och tar inte ut någon moms: ta bort momsen eller ändra inställningen för momsredovisning',
  ),
  numberOfUnregistered: fault(
    'publish.number-of-unregistered',
    'the company is not registered for VAT, by its own setting, but a sale like this has to state its VAT number: choose an account for exempt sales, or change the setting with PATCH /vat-setting',
    'företaget är inte momsregistrerat enligt sin egen inställning, men en sådan försäljning ska ange dess momsregistreringsnummer: välj ett konto för momsfri försäljning eller ändra inställningen för momsredovisning',
  ),
  reverseChargeOfPerson: fault(
    'publish.reverse-charge-of-person',
    'reverse charge is for businesses, but the customer is a private person: charge tax, or choose another account',
    'omvänd betalningsskyldighet gäller företag, men kunden är en privatperson: lägg på moms, eller välj ett annat konto',
  ),
  reverseChargeWithoutNumber: fault(
    'publish.reverse-charge-without-number',
    'under reverse charge the invoice has to state the VAT number of the customer: add it to the customer',
    'vid omvänd betalningsskyldighet ska fakturan ange kundens momsregistreringsnummer: lägg till det på kunden',
  ),
  triangularWithoutNumber: fault(
    'publish.triangular-without-number',
    'in a triangular trade the invoice has to state the VAT number of the customer in another EU country: add it to the customer, or choose another account',
    'vid trepartshandel ska fakturan ange kundens momsregistreringsnummer i ett annat EU-land: lägg till det på kunden, eller välj ett annat konto',
  ),
  unnamedMarginScheme: fault(
    'publish.unnamed-margin-scheme',
    'under a margin scheme the invoice has to name it: state vatExemptionReason, such as "Vinstmarginalbeskattning för begagnade varor"',
    'vid vinstmarginalbeskattning ska fakturan säga vilken: ange skälet till att ingen moms tas ut, till exempel "Vinstmarginalbeskattning för begagnade varor"',
  ),
  reverseChargeWithTax: fault(
    'publish.reverse-charge-with-tax',
    'account {account} is for sales under reverse charge, on which no tax is charged: remove the tax, or choose another account',
    'konto {account} är för omvänd betalningsskyldighet, och då tas ingen moms ut: ta bort momsen eller välj ett annat konto',
  ),
  marginWithTax: fault(
    'publish.margin-with-tax',
    'account {account} is for sales under a margin scheme, on which the invoice shows no tax: remove the tax, or choose another account',
    'konto {account} är för vinstmarginalbeskattning, och då visar fakturan ingen moms: ta bort momsen eller välj ett annat konto',
  ),
  unionToBusiness: fault(
    'publish.union-to-business',
    'the VAT of another country is for sales to consumers, and the customer has a VAT number: sell without tax',
    'ett annat lands moms gäller försäljning till konsumenter, och kunden har ett momsregistreringsnummer: sälj utan moms',
  ),
  unionElsewhere: fault(
    'publish.union-elsewhere',
    'the goods go to {country}, and the line has the VAT of {union}: choose the country that they go to',
    'varorna går till {country}, och raden har moms i {union}: välj landet som de går till',
  ),
  unionAccount: fault(
    'publish.union-account',
    'account {account} has sales of the union scheme that are entered by hand, and this line is in the OSS return by itself: choose another account, or none',
    'konto {account} har försäljning i unionsordningen som bokförs för hand, och den här raden kommer med i OSS-deklarationen av sig själv: välj ett annat konto eller inget',
  ),
  untaxedInUnion: fault(
    'publish.untaxed-in-union',
    'a sale without tax to {country} needs the VAT number of the customer, or vatExemptionReason: why no tax is charged',
    'en försäljning utan moms till {country} kräver kundens momsregistreringsnummer, eller vatExemptionReason: varför ingen moms tas ut',
  ),
  untaxedAtHome: fault(
    'publish.untaxed-at-home',
    'goods that are delivered in Sweden are sold with tax: charge it, remove the delivery address, or state vatExemptionReason',
    'varor som levereras i Sverige säljs med moms: ta ut den, ta bort leveransadressen eller ange vatExemptionReason',
  ),
  sellerAddress: fault(
    'publish.seller-address',
    'the address of the company is missing: set it with the command company update',
    'företagets adress saknas: fyll i den i inställningarna',
  ),
  buyerAddress: fault(
    'publish.buyer-address',
    'the address of the customer is missing: add it to the customer',
    'kundens adress saknas: lägg till den på kunden',
  ),
  paymentAccount: fault(
    'publish.payment-account',
    'there is no account to pay to: set bankgiro, plusgiro or IBAN with the command sales-settings set',
    'det finns inget konto att betala till: fyll i bankgiro, plusgiro eller IBAN i inställningarna',
  ),
}

/** Warnings that do not prevent publication. */
export const publicationWarnings = {
  reductionWithoutFTax: fault(
    'publish.reduction-without-f-tax',
    'the tax authority pays a tax reduction only to a company that is approved for F-tax (lagen 2009:194 and lagen 2020:1066, 6 §): set fTax in the sales settings if this one is',
    'Skatteverket betalar bara ut en skattereduktion till den som är godkänd för F-skatt (6 § lagen 2009:194 och lagen 2020:1066): ange det i inställningarna om företaget är det',
  ),
  untaxedByAddress: fault(
    'publish.untaxed-by-address',
    'no tax is charged, and the sale is reported by the address of the customer, {country}, although the VAT number {number} belongs to {other}: correct the address or the number of the customer, or charge tax',
    'ingen moms tas ut, och försäljningen redovisas efter kundens adress, {country}, fast momsregistreringsnumret {number} hör till {other}: rätta kundens adress eller nummer eller ta ut moms',
  ),
}
