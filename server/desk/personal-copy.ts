// The copy of a person's data in the service (GDPR art. 15 and 20): one JSON file with every part and its purpose.
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { accessContribution } from '#access'
import { agencyContribution } from '#agency'
import { bankingContribution } from '#banking'
import { type FileAnswer, type Language, type PersonCall, personRow, type Row } from '#http'
import { identityContribution } from '#identity'
import type { Call } from '#platform/call'
import { dayOf, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { writeStream } from '#platform/files'
import { sql } from '#platform/sql'
import { type PersonalPart, platformParts, type Subject } from '#privacy/personal'
import { purchasingContribution } from '#purchasing'
import { allDrafts } from './draft.ts'

const deskParts: readonly PersonalPart[] = [
  {
    name: 'drafts',
    tables: ['desk.draft'],
    why: {
      sv: 'Det du har börjat skriva och inte skickat. Det tas bort 90 dagar efter att du skrev senast.',
      en: 'What you have begun to write and not sent. It is removed 90 days after you wrote last.',
    },
    read: allDrafts,
  },
  {
    name: 'testCompanies',
    tables: ['desk.test_company'],
    why: { sv: 'Testföretag som du har gjort.', en: 'Test companies that you have made.' },
    read: ({ db }, { id }) =>
      db.rows(sql`
        select company_id as "companyId", created_at as "createdAt" from desk.test_company where person_id = ${id}`),
  },
]

/** All parts; a test compares them with the tables of the database. */
export const personalParts: readonly PersonalPart[] = [
  ...identityContribution.parts,
  ...accessContribution.parts,
  ...deskParts,
  ...agencyContribution.parts,
  ...purchasingContribution.parts,
  ...bankingContribution.parts,
  ...platformParts,
]

/** The information required beside the data itself (art. 15.1). */
const about: Readonly<Record<Language, object>> = {
  sv: {
    vadDetHärÄr: 'Allt som tjänsten har sparat om dig som användare, enligt dataskyddsförordningen artikel 15 och 20.',
    ansvarig:
      'Den som driver tjänsten ansvarar för ditt konto. Varje företag ansvarar för sina böcker, och det du har gjort i dem.',
    mottagare:
      'De företag och byråer som du är med i ser ditt namn, din adress och din roll. Det gör också program som de har anslutit och låter läsa det, och den e-postserver som skickar mejl till dig får din adress.',
    varifrån: 'Från dig själv, från den som har bjudit in dig, och från det du har gjort här.',
    dinaRättigheter:
      'Du rättar namn och adress på sidan Mitt konto, och tar bort kontot där. Det som hör till ett företags räkenskapsinformation finns kvar så länge bokföringslagen kräver det (artikel 17.3 b). Du kan klaga hos Integritetsskyddsmyndigheten, imy.se.',
    automatiskaBeslut: 'Inga.',
  },
  en: {
    whatThisIs: 'Everything that the service has stored about you as its user, by the GDPR, articles 15 and 20.',
    controller:
      'The service operator is responsible for your account. Each company is responsible for its books, and for what you have done in them.',
    recipients:
      'The companies and agencies that you belong to see your name, your address and your role. So do programs that they have connected and let read it, and the mail server that sends mails to you gets your address.',
    source: 'From yourself, from those who have invited you, and from what you have done here.',
    yourRights:
      'You correct name and address on the page My account, and close the account there. What belongs to the books of a company stays for as long as the law on bookkeeping asks (article 17.3 b). You can complain to the Swedish authority for privacy protection, imy.se.',
    automatedDecisions: 'None.',
  },
}

/** Writes the copy for the caller, and records that they received it. */
const copyAboutMe = (call: PersonCall, language: Language): Promise<FileAnswer> => {
  const { id, email } = call.ownToken.session.person
  return copyFor(call, { id, email }, language)
}

/** The same for a verified person who asked by letter. */
export const copyFor = async (call: Call, { id, email }: Subject, language: Language): Promise<FileAnswer> => {
  const path = call.files.newWorkFile()
  await writeStream(path, Readable.from(copyAbout(call, { id, email }, language)))
  recordEvent(call, 'person.copied', { id }, { id })
  const { size } = await stat(path)
  return { path, name: `grundbok-${dayOf(call.now)}.json`, size, contentType: 'application/json' }
}

async function* copyAbout(call: Call, subject: Subject, language: Language): AsyncGenerator<string> {
  const head = { about: about[language], madeDateTime: momentText(call.now) }
  yield `${JSON.stringify(head).slice(0, -1)},"parts":[`
  for (const [at, { name, why, read }] of personalParts.entries()) {
    yield `${at === 0 ? '' : ','}\n${JSON.stringify({ name, why: why[language] }).slice(0, -1)},"items":[`
    let isFirst = true
    for await (const item of await read(call, subject)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`
      isFirst = false
    }
    yield ']}'
  }
  yield ']}\n'
}

export const personalCopyRows: readonly Row[] = [
  personRow({
    method: 'GET',
    path: '/me/personal-data',
    operationId: 'downloadPersonalData',
    tag: 'Your token',
    summary: 'Download what is stored about you',
    description:
      'A copy of everything that the service keeps about you as its user (GDPR art. 15 and 20): a JSON file whose `parts` each have a `name`, `why` it is kept and for how long, and its `items`. Secrets are left out. Who has had a copy is noted.',
    answer: { file: 'application/json' },
    leavesTrace: true,
    events: ['person.copied'],
    refusals: [],
    run: (call, { language }) => copyAboutMe(call, language),
  }),
]
