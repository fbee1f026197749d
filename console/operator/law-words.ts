// The words of the operator's page of the law.
import { dictionary } from '#words'

const sv = {
  title: 'Lagens belopp och satser',
  lead: 'Vad programmet räknar med i dag, vad som ändras härnäst och vem som säger det. En ny utgåva läggs ovanpå de tidigare och tas aldrig bort.',
  name: 'Vad',
  today: 'I dag',
  next: 'Härnäst',
  source: 'Källa',
  none: 'Inget känt',
  missing: 'saknas',
  from: (value: string, day: string) => `${value} från ${day}`,
  since: (value: string, day: string) => `${value} sedan ${day}`,
  checked: (source: string, day: string) => `${source} (kontrollerat ${day})`,
  units: { percent: '%', percentagePoints: 'procentenheter', kronor: 'kr', days: 'dagar', years: 'år' },
  unsure: 'osäker uppgift',
  editions: 'Utgåvor',
  edition: 'Utgåva',
  ofRelease: 'med programmet',
  imported: 'Inläst',
  importOne: 'Läs in en utgåva …',
  importLead:
    'Filen innehåller belopp och satser med dagar och källor, se guiden om lagen. Den gäller alla företag inom en minut.',
  choose: 'Välj fil',
  notJson: 'Filen är ingen JSON-fil.',
  done: 'Utgåvan är inläst.',
}

const en: typeof sv = {
  title: 'Amounts and rates of the law',
  lead: 'What the service goes by today, what changes next, and who says so. A new edition lies on the earlier ones and is never removed.',
  name: 'What',
  today: 'Today',
  next: 'Next',
  source: 'Source',
  none: 'Nothing known',
  missing: 'missing',
  from: (value, day) => `${value} from ${day}`,
  since: (value, day) => `${value} since ${day}`,
  checked: (source, day) => `${source} (checked ${day})`,
  units: { percent: '%', percentagePoints: 'percentage points', kronor: 'kr', days: 'days', years: 'years' },
  unsure: 'not confirmed',
  editions: 'Editions',
  edition: 'Edition',
  ofRelease: 'with the release',
  imported: 'Imported',
  importOne: 'Import an edition …',
  importLead:
    'The file has amounts and rates with their days and sources, as the guide to the law says. It holds for all companies within a minute.',
  choose: 'Choose a file',
  notJson: 'The file is no JSON.',
  done: 'The edition has been imported.',
}

export const lawWords = dictionary(sv, en)
