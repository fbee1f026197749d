// What is said of a draft that was typed on two devices.
import { dictionary } from '#words'

export const besideWords = dictionary(
  {
    title: 'Det här skiljer dem åt',
    what: 'Uppgift',
    line: 'Rad',
    here: 'Visas nu',
    there: 'I det andra',
    nothing: '–',
    take: 'Ta det andra',
    takeOf: (what: string) => `${what}: ta det andra`,
    taken: (what: string) => `${what} är hämtat från det andra utkastet.`,
    undo: 'Ångra',
  },
  {
    title: 'What differs between them',
    what: 'What',
    line: 'Line',
    here: 'Shown now',
    there: 'In the other',
    nothing: '–',
    take: 'Take the other',
    takeOf: (what: string) => `${what}: take the other`,
    taken: (what: string) => `${what} is taken from the other draft.`,
    undo: 'Undo',
  },
)
