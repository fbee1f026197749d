// What the programs of the service call in ledger, and no other context.
import { countBooked } from '#ledger/entries/booked-contents'
import { headsOfSeries, linksOfEntries, seriesEndsAfter } from '#ledger/entries/chain-ends'
import { hasEntry } from '#ledger/entries/upload-routes'
import { lastRates, loadRates } from '#ledger/rates/currency-rate'
import { observationIn, rateOfObservation, ratesFromEcb } from '#ledger/rates/fetched-rates.rules'
import {
  beginRemoval,
  endRemoval,
  findRemoval,
  lockYearForRemoval,
  oldestYear,
  removeDocuments,
  removeEntries,
} from '#ledger/years/year-removal'
import { countOfEntries } from './verify.ts'

export const ledgerService = {
  beginRemoval,
  countBooked,
  countOfEntries,
  endRemoval,
  findRemoval,
  hasEntry,
  headsOfSeries,
  lastRates,
  linksOfEntries,
  loadRates,
  lockYearForRemoval,
  observationIn,
  oldestYear,
  rateOfObservation,
  ratesFromEcb,
  removeDocuments,
  removeEntries,
  seriesEndsAfter,
}
