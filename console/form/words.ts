// What forms say.
import { dictionary } from '#words'

export const words = dictionary(
  {
    save: 'Spara',
    saved: 'Sparat',
    cancel: 'Avbryt',
    done: 'Klart',
    notChosen: 'Välj …',
  },
  {
    save: 'Save',
    saved: 'Saved',
    cancel: 'Cancel',
    done: 'Done',
    notChosen: 'Choose …',
  },
)
