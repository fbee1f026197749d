// The words of what changes next in the law, and of what it touches.
import { dictionary } from '#words'

const units = { percentagePoints: 'procentenheter', kronor: 'kr', days: 'dagar', years: 'år' }

const sv = {
  title: 'Ändringar i lagen',
  lead: 'Momssatser, belopp och andra värden som lagen ändrar framöver, och hur mycket hos företaget varje ändring påverkar.',
  coming: 'Det här ändras',
  what: 'Vad',
  from: 'Från och med',
  change: 'Ändring',
  touches: 'Påverkar',
  source: 'Källa',
  none: 'Ingen ändring är känd.',
  nothing: 'Inget hos företaget',
  becomes: (before: string | null, after: string) => (before === null ? after : `${before} blir ${after}`),
  valueOf: (value: string, unit: string) =>
    unit === 'percent' ? `${value} %` : `${value} ${units[unit as keyof typeof units] ?? ''}`,
  unconfirmed: 'inte bekräftad',
  touched: {
    items: (count: number) => (count === 1 ? '1 artikel följer med' : `${count} artiklar följer med`),
    recurringInvoices: (count: number) =>
      count === 1 ? '1 avtalsfaktura följer med' : `${count} avtalsfakturor följer med`,
    entryTemplates: (count: number) =>
      count === 1 ? '1 konteringsmall följer med' : `${count} konteringsmallar följer med`,
    matchingRules: (count: number) =>
      count === 1 ? '1 matchningsregel följer med' : `${count} matchningsregler följer med`,
    ownRates: (count: number) => `${count} med en egen momssats följer inte med`,
    ossAccounts: (count: number) =>
      count === 1 ? '1 OSS-konto ska få en ny rad' : `${count} OSS-konton ska få en ny rad`,
  },
  look: 'Se och ändra',
  chart: 'Kontoplanen',
  chartLead: (year: number) =>
    `Det som årets BAS-kontoplan, ${year}, ändrar i företagets kontoplan. Inget ändras förrän ni väljer det.`,
  chartSame: (year: number) => `Kontoplanen är som BAS ${year}.`,
  adds: (count: number) => (count === 1 ? '1 vanligt konto saknas' : `${count} vanliga konton saknas`),
  renames: (count: number) =>
    count === 1 ? '1 konto har ett annat namn eller andra uppgifter' : `${count} konton har andra namn eller uppgifter`,
  retires: (count: number) => (count === 1 ? '1 konto har utgått' : `${count} konton har utgått`),
}

const unitsInEnglish = { percentagePoints: 'percentage points', kronor: 'kr', days: 'days', years: 'years' }

const en: typeof sv = {
  title: 'Changes of the law',
  lead: 'VAT rates, amounts and other values that the law changes from now on, and how much of the company each change touches.',
  coming: 'What changes',
  what: 'What',
  from: 'From',
  change: 'Change',
  touches: 'Touches',
  source: 'Source',
  none: 'No change is known.',
  nothing: 'Nothing of the company',
  becomes: (before, after) => (before === null ? after : `${before} becomes ${after}`),
  valueOf: (value, unit) =>
    unit === 'percent' ? `${value}%` : `${value} ${unitsInEnglish[unit as keyof typeof unitsInEnglish] ?? ''}`,
  unconfirmed: 'not confirmed',
  touched: {
    items: (count) => (count === 1 ? '1 item follows' : `${count} items follow`),
    recurringInvoices: (count) => (count === 1 ? '1 recurring invoice follows' : `${count} recurring invoices follow`),
    entryTemplates: (count) => (count === 1 ? '1 entry template follows' : `${count} entry templates follow`),
    matchingRules: (count) => (count === 1 ? '1 matching rule follows' : `${count} matching rules follow`),
    ownRates: (count) =>
      count === 1 ? '1 with a rate of its own does not' : `${count} with a rate of their own do not`,
    ossAccounts: (count) => (count === 1 ? '1 OSS account needs a new row' : `${count} OSS accounts need a new row`),
  },
  look: 'Look and change',
  chart: 'Chart of accounts',
  chartLead: (year) =>
    `What this year’s BAS plan, ${year}, changes in the chart of the company. Nothing changes until you choose it.`,
  chartSame: (year) => `The chart is as BAS ${year}.`,
  adds: (count) => (count === 1 ? '1 usual account is missing' : `${count} usual accounts are missing`),
  renames: (count) =>
    count === 1 ? '1 account has another name or other fields' : `${count} accounts have other names or fields`,
  retires: (count) => (count === 1 ? '1 account is no longer in it' : `${count} accounts are no longer in it`),
}

export const lawChangeWords = dictionary(sv, en)
