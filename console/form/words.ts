// What forms say.
import { dictionary } from '#words'

export const words = dictionary(
  {
    save: 'Spara',
    saved: 'Sparat',
    cancel: 'Avbryt',
    done: 'Klart',
    kept: 'Det här är vad du skrev förra gången; det är inte sparat.',
    forget: 'Släng det',
    notChosen: 'Välj …',
  },
  {
    save: 'Save',
    saved: 'Saved',
    cancel: 'Cancel',
    done: 'Done',
    kept: 'This is what you typed last time; it has not been saved.',
    forget: 'Throw it away',
    notChosen: 'Choose …',
  },
)
