// What kinds of supply are called where the rate of VAT follows from them.
import type { VatKind } from '#rule/vat-kind'
import { dictionary } from '#words'

type Names = Readonly<Record<VatKind, string>>

const sv: Names = {
  standard: 'Normalskattesats',
  food: 'Livsmedel',
  restaurant: 'Restaurang och servering',
  lodging: 'Hotell och camping',
  art: 'Konst',
  alcohol: 'Starköl, vin och sprit',
  books: 'Böcker och tidningar',
  passengerTransport: 'Persontransport',
  culture: 'Konsert, teater, museum',
  dance: 'Entré till dans',
  sport: 'Idrott',
  copyright: 'Upphovsrätt',
  repair: 'Reparation av cyklar, skor, kläder',
}

const en: Names = {
  standard: 'Standard rate',
  food: 'Food',
  restaurant: 'Restaurant and catering',
  lodging: 'Hotel and camping',
  art: 'Works of art',
  alcohol: 'Strong beer, wine and spirits',
  books: 'Books and newspapers',
  passengerTransport: 'Passenger transport',
  culture: 'Concert, theatre, museum',
  dance: 'Admission to dances',
  sport: 'Sport',
  copyright: 'Copyright',
  repair: 'Repair of bicycles, shoes, clothes',
}

export const vatKindWords = dictionary(sv, en)
