// What tables say.
import { dictionary } from '#words'

export const words = dictionary(
  {
    loading: 'Hämtar …',
    more: 'Hämtar fler rader …',
    nothing: 'Det finns inget här än.',
    keys: 'Upp och ned i listan; Enter öppnar',
    select: 'Markera raden',
    selectMore: 'Markera fler nedåt',
    selectAll: 'Markera alla',
  },
  {
    loading: 'Loading …',
    more: 'Loading more rows …',
    nothing: 'There is nothing here yet.',
    keys: 'Up and down in the list; Enter opens',
    select: 'Select the row',
    selectMore: 'Select more, downwards',
    selectAll: 'Select all',
  },
)
