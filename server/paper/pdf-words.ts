// The words of invoices and credit notes, in Swedish and in English.
import type { Paper, VatTreatment } from './paper.ts'

const sv = {
  locale: 'sv-SE',
  invoice: 'Faktura',
  cashInvoice: 'Kontantfaktura',
  advanceInvoice: 'Förskottsfaktura',
  creditNote: 'Kreditfaktura',
  draft: 'Utkast',
  /** Of everything that a test company makes. */
  test: 'Test',
  numberOf: {
    invoice: 'Fakturanummer',
    cashInvoice: 'Fakturanummer',
    advanceInvoice: 'Fakturanummer',
    creditNote: 'Kreditfakturanummer',
  },
  date: 'Fakturadatum',
  creditDate: 'Datum',
  dueDate: 'Förfallodatum',
  paymentTerms: 'Betalningsvillkor',
  customerNumber: 'Kundnummer',
  orderNumber: 'Ert ordernummer',
  buyerReference: 'Er referens',
  project: 'Projekt',
  contract: 'Avtal',
  contact: 'Kontakt',
  organizationNumber: 'Org.nr',
  vatNumber: 'Momsreg.nr',
  credits: 'Krediterar faktura',
  creditsOf: (number: string, date: string) => `${number} av ${date}`,
  delivery: 'Leveransadress',
  deliveryDate: 'Leveransdatum',
  description: 'Beskrivning',
  quantity: 'Antal',
  unit: 'Enhet',
  unitPrice: 'Pris',
  taxRate: 'Moms',
  lineNet: 'Belopp',
  taxTable: { rate: 'Moms', net: 'Underlag', tax: 'Momsbelopp', baseTax: 'Moms i SEK' },
  net: 'Netto',
  tax: 'Moms',
  rounding: 'Öresavrundning',
  total: 'Totalt',
  deduction: { rot: 'Skattereduktion ROT', rut: 'Skattereduktion RUT', any: 'Skattereduktion' },
  payable: 'Att betala',
  paid: 'Betalt',
  paidOn: (date: string) => `Betalades vid köpet ${date}. Inget återstår att betala.`,
  credit: 'Er tillgodo',
  currencyRate: 'Valutakurs',
  seat: 'Säte',
  fTax: 'Godkänd för F-skatt',
  phone: 'Telefon',
  reference: 'OCR',
  bankgiro: 'Bankgiro',
  plusgiro: 'Plusgiro',
  scan: 'Skanna med bankappen',
  code: 'QR-kod med betalningsuppgifterna',
  creditNoted: (number: string) => `Beloppet räknas av mot faktura ${number} eller betalas tillbaka.`,
  nothingToPay: 'Fakturan är på noll och ska inte betalas.',
  attachments: 'Bilagor',
  attachment: 'Bilaga',
  page: (page: number, of: number) => `Sida ${page} av ${of}`,
  labour: 'Arbetskostnad inkl. moms',
  other: 'Övriga kostnader inkl. moms',
  shareOf: (personalNumber: string) => `Skattereduktion, personnummer ${personalNumber}`,
  realEstate: 'Fastighetsbeteckning',
  housing: 'Bostadsrättsförening',
  apartment: 'Lägenhet',
  reductionTitle: { rot: 'Skattereduktion för rotarbete', rut: 'Skattereduktion för rutarbete' },
  reductionNote:
    'Vi begär skattereduktionen från Skatteverket när fakturan är betald. ' +
    'Det som Skatteverket inte godkänner betalas av köparen.',
}

export type Words = typeof sv

const en: Words = {
  locale: 'en-GB',
  invoice: 'Invoice',
  cashInvoice: 'Cash invoice',
  advanceInvoice: 'Advance invoice',
  creditNote: 'Credit note',
  draft: 'Draft',
  test: 'Test',
  numberOf: {
    invoice: 'Invoice number',
    cashInvoice: 'Invoice number',
    advanceInvoice: 'Invoice number',
    creditNote: 'Credit note number',
  },
  date: 'Invoice date',
  creditDate: 'Date',
  dueDate: 'Due date',
  paymentTerms: 'Payment terms',
  customerNumber: 'Customer number',
  orderNumber: 'Your order number',
  buyerReference: 'Your reference',
  project: 'Project',
  contract: 'Contract',
  contact: 'Contact',
  organizationNumber: 'Reg. no.',
  vatNumber: 'VAT no.',
  credits: 'Credits invoice',
  creditsOf: (number, date) => `${number} of ${date}`,
  delivery: 'Delivery address',
  deliveryDate: 'Date of supply',
  description: 'Description',
  quantity: 'Quantity',
  unit: 'Unit',
  unitPrice: 'Price',
  taxRate: 'VAT',
  lineNet: 'Amount',
  taxTable: { rate: 'VAT', net: 'Taxable', tax: 'VAT amount', baseTax: 'VAT in SEK' },
  net: 'Net',
  tax: 'VAT',
  rounding: 'Rounding',
  total: 'Total',
  deduction: { rot: 'Tax reduction ROT', rut: 'Tax reduction RUT', any: 'Tax reduction' },
  payable: 'Amount due',
  paid: 'Paid',
  paidOn: (date) => `Paid at the time of purchase, ${date}. There is nothing left to pay.`,
  credit: 'Credited to you',
  currencyRate: 'Exchange rate',
  seat: 'Registered office',
  fTax: 'Approved for Swedish F-tax',
  phone: 'Phone',
  reference: 'Payment reference (OCR)',
  bankgiro: 'Bankgiro',
  plusgiro: 'Plusgiro',
  scan: 'Scan with your bank’s app',
  code: 'QR code with the payment details',
  creditNoted: (number) => `The amount is set off against invoice ${number} or refunded.`,
  nothingToPay: 'This invoice comes to zero: there is nothing to pay.',
  attachments: 'Attachments',
  attachment: 'Attachment',
  page: (page, of) => `Page ${page} of ${of}`,
  labour: 'Labour incl. VAT',
  other: 'Other costs incl. VAT',
  shareOf: (personalNumber) => `Tax reduction, personal number ${personalNumber}`,
  realEstate: 'Property designation',
  housing: 'Housing association',
  apartment: 'Apartment',
  reductionTitle: { rot: 'Tax reduction for ROT work', rut: 'Tax reduction for RUT work' },
  reductionNote:
    'We claim the tax reduction from the Swedish Tax Agency when the invoice is paid. ' +
    'What the agency does not approve is paid by the buyer.',
}

export const wordsIn: Record<Paper['language'], Words> = { sv, en }

/**
 * What an invoice must say where no tax is charged (mervärdesskattelagen 17 kap. 24 §); null where tax is. Of what is
 * exempt the seller may have said why.
 */
export const treatmentNote = (
  treatment: VatTreatment,
  { language, vatExemptionReason }: Pick<Paper, 'language' | 'vatExemptionReason'>,
): string | null => {
  if (treatment === 'rate') return null
  const own = treatment === 'exempt' ? vatExemptionReason?.trim() : null
  return own || treatmentNotes[language][treatment]
}

const treatmentNotes: Record<Paper['language'], Record<Exclude<VatTreatment, 'rate'>, string>> = {
  sv: {
    exempt: 'Undantaget från moms enligt mervärdesskattelagen (2023:200).',
    reverseCharge: 'Omvänd betalningsskyldighet: köparen ska betala momsen.',
    euGoods: 'Unionsintern varuleverans, undantagen från moms enligt artikel 138 i direktiv 2006/112/EG.',
    euServices: 'Omvänd betalningsskyldighet: köparen ska betala momsen, artikel 196 i direktiv 2006/112/EG.',
    exportGoods: 'Export av varor, undantagen från moms enligt artikel 146 i direktiv 2006/112/EG.',
    exportServices: 'Tjänsten är omsatt utanför EU: svensk moms tas inte ut.',
  },
  en: {
    exempt: 'Exempt from VAT under the Swedish VAT Act (2023:200).',
    reverseCharge: 'Reverse charge: the buyer is liable for the VAT.',
    euGoods: 'Intra-Union supply of goods, exempt from VAT under Article 138 of Directive 2006/112/EC.',
    euServices: 'Reverse charge: the buyer is liable for the VAT, Article 196 of Directive 2006/112/EC.',
    exportGoods: 'Export of goods, exempt from VAT under Article 146 of Directive 2006/112/EC.',
    exportServices: 'Service supplied outside the EU: no Swedish VAT is charged.',
  },
}

/** How a rate of zero is called beside the amount. */
export const treatmentName = (treatment: VatTreatment, language: Paper['language']): string | null =>
  treatment === 'rate' ? null : treatmentNames[language][treatment]

const treatmentNames: Record<Paper['language'], Record<Exclude<VatTreatment, 'rate'>, string>> = {
  sv: {
    exempt: 'momsfritt',
    reverseCharge: 'omvänd',
    euGoods: 'varor EU',
    euServices: 'tjänster EU',
    exportGoods: 'export varor',
    exportServices: 'export tjänster',
  },
  en: {
    exempt: 'exempt',
    reverseCharge: 'reverse charge',
    euGoods: 'goods EU',
    euServices: 'services EU',
    exportGoods: 'export goods',
    exportServices: 'export services',
  },
}

/** The short form of a unit; empty for one that is not named. */
export const unitText = (unit: string, language: Paper['language']): string => units[unit]?.[language] ?? ''

const units: Record<string, { sv: string; en: string }> = {
  piece: { sv: 'st', en: 'pcs' },
  hour: { sv: 'tim', en: 'h' },
  day: { sv: 'dag', en: 'day' },
  month: { sv: 'mån', en: 'month' },
  kilogram: { sv: 'kg', en: 'kg' },
  gram: { sv: 'g', en: 'g' },
  liter: { sv: 'l', en: 'l' },
  meter: { sv: 'm', en: 'm' },
  centimeter: { sv: 'cm', en: 'cm' },
  millimeter: { sv: 'mm', en: 'mm' },
  meterSquared: { sv: 'm²', en: 'm²' },
  meterCubic: { sv: 'm³', en: 'm³' },
  mile: { sv: 'mil', en: 'Sw. mile' },
  kilometer: { sv: 'km', en: 'km' },
  gigabyte: { sv: 'GB', en: 'GB' },
  hectar: { sv: 'ha', en: 'ha' },
  words: { sv: 'ord', en: 'words' },
  year: { sv: 'år', en: 'year' },
  week: { sv: 'vecka', en: 'week' },
  minute: { sv: 'min', en: 'min' },
  megabyte: { sv: 'MB', en: 'MB' },
  ton: { sv: 'ton', en: 't' },
}

/** The kind of household work, as the tax authority calls it. */
export const jobText = (job: string, language: Paper['language']): string => jobs[job]?.[language] ?? job

const jobs: Record<string, { sv: string; en: string }> = {
  rotConstruction: { sv: 'Bygg', en: 'Construction' },
  rotElectricity: { sv: 'El', en: 'Electricity' },
  rotGlassPlate: { sv: 'Glas- och plåtarbete', en: 'Glass and sheet metal' },
  rotSoilWork: { sv: 'Mark- och dräneringsarbete', en: 'Ground and drainage' },
  rotSweeping: { sv: 'Murning och sotning', en: 'Masonry and chimney sweeping' },
  rotPainting: { sv: 'Målning och tapetsering', en: 'Painting and wallpapering' },
  rotPlumbing: { sv: 'VVS', en: 'Plumbing' },
  rutChildServices: { sv: 'Barnpassning', en: 'Childcare' },
  rutDataITServices: { sv: 'It-tjänster', en: 'IT services' },
  rutRemovalServices: { sv: 'Flyttjänster', en: 'Removal' },
  rutClothingCare: { sv: 'Kläd- och textilvård', en: 'Clothing and textile care' },
  rutPersonalHelpCare: { sv: 'Personlig omsorg', en: 'Personal care' },
  rutRepair: { sv: 'Reparation av vitvaror', en: 'Repair of white goods' },
  rutSnow: { sv: 'Snöskottning', en: 'Snow clearing' },
  rutCleaning: { sv: 'Städning', en: 'Cleaning' },
  rutGardening: { sv: 'Trädgårdsarbete', en: 'Gardening' },
  rutWaterWashingOfTextiles: { sv: 'Vattentvätt vid tvättinrättning', en: 'Laundry' },
  rutFurnishing: { sv: 'Möblering', en: 'Furnishing' },
  rutTransportOfHouseholdGoods: { sv: 'Transport av bohag till försäljning', en: 'Transport of household goods' },
  rutHousingSupervision: { sv: 'Tillsyn av bostad', en: 'Supervision of the home' },
}
