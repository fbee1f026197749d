// What is said of the settings of reminders.
import { dictionary } from '#words'

const swedish = (percent: number): string => String(percent).replace('.', ',')

export const reminderWords = dictionary(
  {
    title: 'Påminnelser',
    lead: 'När förfallna kundfakturor påminns om, och vad som krävs utöver fakturan. Påminnelser som redan är gjorda ändras inte.',
    isAutomatic: 'Skicka påminnelser automatiskt',
    isAutomaticHint: 'En gång om dagen, med e-post. Kunder utan e-postadress står kvar i listan.',
    dueFrom: 'För fakturor som förfaller från och med',
    dueFromHint: 'Äldre fakturor påminns bara för hand. Tomt: från dagen då det slås på.',
    firstAfterDays: 'Dagar efter förfallodagen till den första',
    daysBetween: 'Dagar mellan påminnelser',
    most: 'Högst antal påminnelser per faktura',
    dueInDays: 'Dagar att betala på',
    isFeeAgreed: 'Påminnelseavgiften är avtalad innan skulden uppkommer',
    isFeeAgreedHint: 'Annars får ingen avgift tas ut (lagen 1981:739 om ersättning för inkassokostnader).',
    fee: 'Påminnelseavgift i kronor',
    feeHint: (most: number) => `Högst ${most} kr. 0 betyder ingen avgift.`,
    feeOn: 'Avgiften tas ut',
    feeOns: { first: 'en gång per faktura', each: 'på varje påminnelse' },
    compensation: (kronor: number) => `Begär förseningsersättning, ${kronor} kr, av företag`,
    compensationHint:
      'En gång per faktura, i stället för påminnelseavgift (4 a § lagen 1981:739). Gäller inte privatpersoner.',
    chargesInterest: 'Ta ut dröjsmålsränta',
    interestFrom: 'Räntan löper från',
    interestFromHint: 'Aldrig före fakturans förfallodag. Räntelagen 3 och 4 §§.',
    interestFroms: {
      dueDate: 'förfallodagen, som är avtalad i förväg',
      invoice: '30 dagar efter fakturan, som upplyser om ränta',
      reminder: '30 dagar efter den första påminnelsen',
    },
    ownRate: 'Avtalad ränta i procent per år',
    ownRateHint: 'Tomt: räntelagens ränta, referensräntan och 8 procentenheter.',
    text: 'Egen text på svenska',
    textHint: '{number}, {amount}, {dueDate}, {reference}, {customer} och {company} fylls i. Tomt: den vanliga texten.',
    textEnglish: 'Egen text på engelska',
    rate: (percent: number) => `Räntelagens dröjsmålsränta är nu ${swedish(percent)} %.`,
    rateUnknown: (percent: number) =>
      `Referensräntan för det här halvåret är inte inlagd. Räntan räknas efter den senast kända: ${swedish(percent)} %. Be den som driver tjänsten att lägga in den.`,
  },
  {
    title: 'Reminders',
    lead: 'When overdue invoices are reminded of, and what is claimed beside the invoice. Reminders that were made stay as they are.',
    isAutomatic: 'Send reminders automatically',
    isAutomaticHint: 'Once a day, by mail. Customers without an e-mail address stay in the list.',
    dueFrom: 'For invoices that fall due from',
    dueFromHint: 'Older invoices are reminded of by hand only. Empty: from the day it is switched on.',
    firstAfterDays: 'Days after the due date until the first',
    daysBetween: 'Days between reminders',
    most: 'Most reminders of an invoice',
    dueInDays: 'Days to pay in',
    isFeeAgreed: 'The reminder fee is agreed on before the debt arises',
    isFeeAgreedHint: 'Otherwise no fee is owed (Swedish act 1981:739).',
    fee: 'Reminder fee in kronor',
    feeHint: (most: number) => `At most SEK ${most}. 0 is no fee.`,
    feeOn: 'The fee is claimed',
    feeOns: { first: 'once for an invoice', each: 'with each reminder' },
    compensation: (kronor: number) => `Claim compensation for late payment, SEK ${kronor}, from businesses`,
    compensationHint:
      'Once for an invoice, in place of a reminder fee (Swedish act 1981:739, 4 a §). Not from private persons.',
    chargesInterest: 'Charge late interest',
    interestFrom: 'Interest runs from',
    interestFromHint: 'Never before the due date of the invoice. The Swedish Interest Act, sections 3 and 4.',
    interestFroms: {
      dueDate: 'the due date, which was agreed on in advance',
      invoice: '30 days after the invoice, which tells of interest',
      reminder: '30 days after the first reminder',
    },
    ownRate: 'Agreed rate in percent a year',
    ownRateHint: 'Empty: the rate of the Interest Act, the reference rate and 8 percentage points.',
    text: 'Own text in Swedish',
    textHint:
      '{number}, {amount}, {dueDate}, {reference}, {customer} and {company} are filled in. Empty: the usual text.',
    textEnglish: 'Own text in English',
    rate: (percent: number) => `The rate of the Interest Act is ${percent}% now.`,
    rateUnknown: (percent: number) =>
      `The reference rate of this half-year is not entered. Interest is counted by the latest known one: ${percent}%. Ask the service operator to enter it.`,
  },
)
