// The words of the chart's update to the BAS plan of a year.
import { dictionary } from '#words'

type Renamed = { account: number; own: string; name: string; isOwnName: boolean; codes: string | null }

export const updateWords = dictionary(
  {
    title: (year: number) => `Uppdatera kontoplanen till BAS ${year}`,
    lead: 'Kontoplanen ändras inte av sig själv. Markera de ändringar som ska göras.',
    add: 'Nya konton',
    rename: 'Konton med nytt namn eller ny SRU-kod',
    retire: 'Konton som har utgått',
    added: ({ account, name }: { account: number; name: string }) => `${account} ${name}`,
    renamed: ({ account, own, name, isOwnName, codes }: Renamed) =>
      [
        own === name ? `${account} ${name}` : `${account} ${own} → ${name}${isOwnName ? ' (eget namn i dag)' : ''}`,
        codes === null ? '' : `SRU ${codes}`,
      ]
        .filter(Boolean)
        .join(', '),
    retired: ({ account, name, instead }: { account: number; name: string; instead: number | null }) =>
      `${account} ${name}${instead === null ? '' : `: använd ${instead} i stället`}`,
    apply: 'Gör ändringarna',
    sure: (count: number) => (count === 1 ? '1 konto ändras.' : `${count} konton ändras.`),
    sureLead:
      'Det bokförda ändras inte. Ett konto som har utgått blir inaktivt; ett balanskonto måste först ha saldot noll.',
    done: 'Kontoplanen är uppdaterad.',
  },
  {
    title: (year: number) => `Update the chart to BAS ${year}`,
    lead: 'The chart does not change by itself. Tick the changes that you want.',
    add: 'New accounts',
    rename: 'Accounts with a new name or SRU code',
    retire: 'Accounts that have left the plan',
    added: ({ account, name }: { account: number; name: string }) => `${account} ${name}`,
    renamed: ({ account, own, name, isOwnName, codes }: Renamed) =>
      [
        own === name ? `${account} ${name}` : `${account} ${own} → ${name}${isOwnName ? ' (a name of your own)' : ''}`,
        codes === null ? '' : `SRU ${codes}`,
      ]
        .filter(Boolean)
        .join(', '),
    retired: ({ account, name, instead }: { account: number; name: string; instead: number | null }) =>
      `${account} ${name}${instead === null ? '' : `: use ${instead} instead`}`,
    apply: 'Make the changes',
    sure: (count: number) => (count === 1 ? '1 account changes.' : `${count} accounts change.`),
    sureLead:
      'What is booked stays. An account that has left the plan becomes inactive; one of the balance sheet must have a balance of nil.',
    done: 'The chart is updated.',
  },
)
