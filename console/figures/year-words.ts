// What a page about one fiscal year says.
import { dictionary } from '#words'

export const words = dictionary(
  {
    earlier: 'Föregående år',
    later: 'Nästa år',
    newYear: 'Nytt räkenskapsår',
    noYear: 'Företaget har inget räkenskapsår än.',
    year: 'Räkenskapsår',
  },
  {
    earlier: 'The year before',
    later: 'The year after',
    newYear: 'New fiscal year',
    noYear: 'The company has no fiscal year yet.',
    year: 'Fiscal year',
  },
)
