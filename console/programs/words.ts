// What is said where something is to be copied.
import { dictionary } from '#words'

export const words = dictionary({ copy: 'Kopiera', copied: 'Kopierat' }, { copy: 'Copy', copied: 'Copied' })
