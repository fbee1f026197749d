// The pages of the second factor: turning it on, showing the recovery codes once, renewing them, turning it off.
import {
  copiable,
  csrfField,
  dictionary,
  errorSummary,
  type FormErrors,
  field,
  type Html,
  html,
  isWrong,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
  trustedHtml,
  type Visitor,
} from '#http'
import { enrolmentField, enrolmentWords, isEnrolmentCode, needsEnrolment } from '#identity/people/enrolment'
import { holdProved, proves, withCode } from '#identity/people/login'
import { MAX_PASSWORD } from '#identity/people/password.rules'
import { findPerson } from '#identity/people/person'
import {
  acceptCode,
  confirmSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from '#identity/people/second-factor'
import { renewSession } from '#identity/people/session'
import { queueMail } from '#mail/mail'
import { mailTexts } from './mail-texts.ts'
import { tellingOfEnd, waitAnswer } from './page-parts.ts'

const texts = dictionary(
  {
    title: 'Inloggning i två steg',
    scan: 'Skanna bilden med en app för engångskoder i din telefon.',
    type: 'Kan du inte skanna bilden? Skriv in den här nyckeln i appen:',
    picture: 'QR-kod med nyckeln till appen',
    code: 'Koden som appen visar',
    password: 'Ditt lösenord',
    turnOn: 'Slå på',
    isOn: 'Inloggning i två steg är på.',
    left: (count: number) => `Du har ${count} återställningskoder kvar.`,
    anyCode: 'Kod från appen, eller en återställningskod',
    renewTitle: 'Nya återställningskoder',
    renewLead: 'De gamla slutar gälla.',
    renew: 'Skapa nya koder',
    offTitle: 'Stäng av',
    offLead: 'Sedan räcker lösenordet för att logga in.',
    off: 'Stäng av',
    wrong: 'Lösenordet eller koden stämmer inte. En kod kan bara användas en gång.',
    key: 'nyckeln',
    codesTitle: 'Dina återställningskoder',
    codesLead:
      'Spara dem på ett säkert ställe. Med en av dem kommer du in om telefonen är borta. Varje kod gäller en gång, och de visas bara nu.',
    done: 'Jag har sparat koderna',
    back: 'Till mitt konto',
  },
  {
    title: 'Two-step login',
    scan: 'Scan the picture with an app for one-time codes on your phone.',
    type: 'Cannot scan it? Type this key into the app:',
    picture: 'QR code with the key for the app',
    code: 'The code that the app shows',
    password: 'Your password',
    turnOn: 'Turn on',
    isOn: 'Two-step login is on.',
    left: (count: number) => `You have ${count} recovery codes left.`,
    anyCode: 'A code from the app, or a recovery code',
    renewTitle: 'New recovery codes',
    renewLead: 'The old ones stop working.',
    renew: 'Make new codes',
    offTitle: 'Turn off',
    offLead: 'The password alone will then log you in.',
    off: 'Turn off',
    wrong: 'The password or the code is wrong. A code can be used only once.',
    key: 'the key',
    codesTitle: 'Your recovery codes',
    codesLead:
      'Keep them in a safe place. With one of them you can log in when your phone is gone. Each works once, and they are shown only now.',
    done: 'I have saved the codes',
    back: 'To my account',
  },
)

const PATH = '/account/second-factor'

const personOf = ({ person }: PageCall): Visitor['person'] => {
  if (!person) throw new Error('A page for people was opened without a login')
  return person
}

const show = (call: PageCall): Promise<PageAnswer> => factorPage(call, {})

const factorPage = async (call: PageCall, errors: FormErrors): Promise<PageAnswer> => {
  const words = texts[call.language]
  const factor = await secondFactorOf(call, personOf(call).id)
  const parts = factor
    ? html`<div class="card"><p>${words.isOn} ${words.left(factor.codesLeft)}</p>
        <p><a href="${call.base}/account">${words.back}</a></p></div>
      ${[changeCard(call, 'renew'), changeCard(call, 'off')]}`
    : await offerCard(call, errors)
  const body = html`<h1>${words.title}</h1>
      ${errorSummary(call.language, errors)}
      ${parts}`
  return { title: words.title, body, program: true, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const offerCard = async (call: PageCall, errors: FormErrors): Promise<Html> => {
  const words = texts[call.language]
  const offer = await offerSecondFactor(call, personOf(call))
  if (!offer) return html``
  const shown = (offer.secret.match(/.{1,4}/g) ?? []).join(' ')
  const { default: qr } = await import('qrcode')
  const picture = await qr.toString(offer.address, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 })
  return html`<form class="card" method="post" action="${call.base}${PATH}">
        <p>${words.scan}</p>
        <div class="qr" role="img" aria-label="${words.picture}">${trustedHtml(picture)}</div>
        <p class="after">${words.type}</p>
        ${copiable(call.language, { what: words.key, text: offer.secret, shown })}
        ${csrfField(call)}
        ${proofFields(call, { prefix: '', label: words.code })}
        ${(await needsEnrolment(call)) && enrolmentField(call, errors.enrolment)}
        <button>${words.turnOn}</button>
      </form>`
}

const changeCard = (call: PageCall, what: 'renew' | 'off'): Html => {
  const words = texts[call.language]
  return html`<section class="card" aria-labelledby="${what}">
        <h2 id="${what}">${words[`${what}Title`]}</h2>
        <p>${words[`${what}Lead`]}</p>
        <form method="post" action="${call.base}${PATH}/${what}">
          ${csrfField(call)}
          ${proofFields(call, { prefix: `${what}-`, label: words.anyCode })}
          <button class="${what === 'off' ? 'danger' : 'second'}">${words[what]}</button>
        </form>
      </section>`
}

const proofFields = (call: PageCall, { prefix, label }: { prefix: string; label: string }): Html => {
  const words = texts[call.language]
  return html`<input type="hidden" name="username" value="${personOf(call).email}" autocomplete="username">
        ${field({ name: `${prefix}code`, label, autocomplete: 'one-time-code', maxlength: 40, plain: true })}
        ${field({
          name: `${prefix}password`,
          label: words.password,
          type: 'password',
          autocomplete: 'current-password',
          maxlength: MAX_PASSWORD,
        })}`
}

/** Checks password and code, then makes a change and renews the session in one transaction. */
const changing =
  (what: 'on' | 'renew' | 'off', change: (call: PageCall, code: string) => Promise<readonly string[] | null>) =>
  async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
    const prefix = what === 'on' ? '' : `${what}-`
    const { id } = personOf(call)
    const password = (form[`${prefix}password`] ?? '').slice(0, MAX_PASSWORD)
    const wrong = () => factorPage(call, { '': texts[call.language].wrong })
    const proof = await proves(call, { personId: id, password })
    if (proof.kind === 'wait') return waitAnswer(call, proof.waitMs)
    if (proof.kind === 'wrong') return wrong()
    const isAsked = what === 'on' && (await needsEnrolment(call))
    if (isAsked && !(await isEnrolmentCode(call, id, form.enrolment)))
      return factorPage(call, { enrolment: enrolmentWords[call.language].wrong })
    const outcome = await withCode(call, id, async (own) => {
      const codes = await change({ ...call, db: own.db }, form[`${prefix}code`] ?? '')
      if (codes === null) return null
      // The second factor is locked before the person, in the same order as in a login.
      await holdProved(own, { personId: id, passwordHash: proof.passwordHash })
      return { codes, session: (await renewSession(own, id, { isProven: what !== 'off' })).cookie }
    })
    if (outcome.kind === 'wait') return waitAnswer(call, outcome.waitMs)
    if (outcome.kind === 'wrong') return wrong()
    const { codes, session } = outcome.answer
    const cookies = [{ name: 'session', value: session } as const]
    return codes.length > 0 ? { ...codesPage(call, codes), cookies } : { redirect: '/account?saved=1', cookies }
  }

const codesPage = (call: PageCall, codes: readonly string[]) => {
  const words = texts[call.language]
  const body = html`<h1>${words.codesTitle}</h1>
      <div class="card">
        <p>${words.codesLead}</p>
        <ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
        ${copiable(call.language, { what: words.codesTitle, text: codes.join('\n'), shown: null })}
        <p><a class="button" href="${call.base}/account">${words.done}</a></p>
      </div>`
  return { title: words.codesTitle, body, program: true }
}

const turnOn = async (call: PageCall, code: string): Promise<readonly string[] | null> => {
  const { id } = personOf(call)
  const codes = await confirmSecondFactor(call, id, code)
  if (codes) await tell(call, 'factorOn')
  return codes
}

const renew = async (call: PageCall, code: string): Promise<readonly string[] | null> => {
  const { id } = personOf(call)
  return (await acceptCode(call, id, code)) === null ? null : renewRecoveryCodes(call, id)
}

const turnOff = async (call: PageCall, code: string): Promise<readonly string[] | null> => {
  const { id } = personOf(call)
  if ((await acceptCode(call, id, code)) === null) return null
  await removeSecondFactor(call, id)
  await tell(call, 'factorOff')
  return []
}

const tell = async (call: PageCall, what: 'factorOn' | 'factorOff'): Promise<void> => {
  const { email, language } = await findPerson(call, personOf(call).id)
  await queueMail(call, { to: email, ...mailTexts[language][what]() })
}

export const secondFactorPages: readonly PageRow[] = [
  { method: 'GET', path: PATH, visitor: 'person', run: show },
  { method: 'POST', path: PATH, visitor: 'person', transaction: 'own', run: tellingOfEnd(changing('on', turnOn)) },
  {
    method: 'POST',
    path: `${PATH}/renew`,
    visitor: 'person',
    transaction: 'own',
    run: tellingOfEnd(changing('renew', renew)),
  },
  {
    method: 'POST',
    path: `${PATH}/off`,
    visitor: 'person',
    transaction: 'own',
    run: tellingOfEnd(changing('off', turnOff)),
  },
]
