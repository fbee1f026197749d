// What forms say.
import { dictionary } from '#words'

export const words = dictionary(
  {
    save: 'Spara',
    saved: 'Sparat',
    cancel: 'Avbryt',
    done: 'Klart',
    notChosen: 'Välj …',
    findChoice: 'Sök på ord eller kod',
    noChoice: 'Inget val stämmer med sökningen.',
  },
  {
    save: 'Save',
    saved: 'Saved',
    cancel: 'Cancel',
    done: 'Done',
    notChosen: 'Choose …',
    findChoice: 'Search by word or code',
    noChoice: 'No choice matches the search.',
  },
)
