// Words of the log of what programs have asked.
import { dictionary } from '#words'

export const requestWords = dictionary(
  {
    title: 'API-anrop',
    lead: 'Vad företagets API-nycklar har använts till de senaste sju dagarna. Innehåll och personuppgifter sparas inte.',
    when: 'När',
    method: 'Metod',
    path: 'Adress',
    status: 'Svar',
    token: 'Nyckel',
    took: 'Tid',
    show: 'Visa',
    all: 'Alla',
    failed: 'Avvisade',
    none: 'Inga anrop de senaste sju dagarna.',
    noneFailed: 'Inga avvisade anrop de senaste sju dagarna.',
    requestId: 'Request-Id',
    error: 'Fel',
    message: 'Meddelande',
    leftOut: (count: number) =>
      count === 1 ? 'Ett anrop dessförinnan är inte med här.' : `${count} anrop dessförinnan är inte med här.`,
    ended: 'Avslutad nyckel',
    close: 'Stäng',
    milliseconds: (count: number) => `${count} ms`,
  },
  {
    title: 'API requests',
    lead: "What the company's private tokens were used for in the last seven days. Contents and personal data are not kept.",
    when: 'When',
    method: 'Method',
    path: 'Address',
    status: 'Answer',
    token: 'Token',
    took: 'Time',
    show: 'Show',
    all: 'All',
    failed: 'Refused',
    none: 'No requests in the last seven days.',
    noneFailed: 'No refused requests in the last seven days.',
    requestId: 'Request-Id',
    error: 'Error',
    message: 'Message',
    leftOut: (count: number) =>
      count === 1
        ? 'One request before this one is not kept here.'
        : `${count} requests before this one are not kept here.`,
    ended: 'Ended token',
    close: 'Close',
    milliseconds: (count: number) => `${count} ms`,
  },
)
