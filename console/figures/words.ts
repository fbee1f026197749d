// What figures and periods say.
import { dictionary } from '#words'

export const words = dictionary(
  {
    period: 'Period',
    years: 'Räkenskapsår',
    quarters: 'Kvartal',
    months: 'Månader',
    own: 'Egna dagar',
    from: 'Från',
    to: 'Till',
    earlier: 'Föregående period',
    later: 'Nästa period',
    download: (format: string) => `Ladda ner ${format}`,
    noYear: 'Företaget har inget räkenskapsår än. Lägg till ett under Bokslut.',
    into: 'Gå in i tabellen',
    showMore: 'Visa fler',
    notFetched: 'Filen kunde inte hämtas. Försök igen om en stund.',
  },
  {
    period: 'Period',
    years: 'Fiscal years',
    quarters: 'Quarters',
    months: 'Months',
    own: 'Your own days',
    from: 'From',
    to: 'To',
    earlier: 'Previous period',
    later: 'Next period',
    download: (format: string) => `Download ${format}`,
    noYear: 'The company has no fiscal year yet. Add one under Year-end.',
    into: 'Into the table',
    showMore: 'Show more',
    notFetched: 'The file could not be fetched. Try again in a while.',
  },
)
