// What is said of something that was done and can be taken back.
import { dictionary } from '#words'

export const undoWords = dictionary(
  { undo: 'Ångra', notUndone: 'Det gick inte att ångra.', away: 'Tjänsten svarar inte just nu.' },
  { undo: 'Undo', notUndone: 'This could not be undone.', away: 'The service does not answer at the moment.' },
)
