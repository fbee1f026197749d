// The pages on which people register and manage their integrations.
import { addSecret, type ClientSecret, listSecrets, revokeSecret } from '#access/oauth/client-secret'
import {
  attributes,
  chooser,
  copiable,
  csrfField,
  errorSummary,
  type FormErrors,
  field,
  type Html,
  html,
  type Language,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
} from '#http'
import { isId } from '#platform/id'
import { Refusal } from '#platform/refusal'
import { MAX_SECRETS } from '#rule/limits'
import {
  addedForMachine,
  findIntegration,
  type Integration,
  integrationModes,
  listIntegrations,
  waitsForApproval,
} from './integration.ts'
import { integrationWords } from './integration-words.ts'
import { accessRefusals } from './refusals.ts'
import { changeIntegration, createIntegration, endIntegration, type IntegrationForm } from './registration.ts'
import { isElevated, registrableScopes } from './scope.rules.ts'
import { scopesInWords } from './scope-words.ts'

const LIST = '/account/integrations'
/** Most integrations that the list shows. */
const MAX_LISTED = 100
/** Most characters in a name, as in the registration. */
const MAX_NAME_LENGTH = 100
/** How many characters of a secret's id are shown to distinguish it from the other one. */
const SHOWN_ID = 6

const personIdOf = ({ person }: PageCall): string => {
  if (!person) throw new Error('A page for people was opened without a login')
  return person.id
}

const showList = async (call: PageCall): Promise<PageAnswer> => {
  const words = integrationWords[call.language]
  const own = await listIntegrations(call, { ownerId: personIdOf(call), limit: MAX_LISTED })
  const rows = own.map(
    ({ id, name, mode }) => html`<li><a href="${call.base}${LIST}/${id}">${name}</a>
            <span class="tag">${words.modes[mode]}</span></li>`,
  )
  const body = html`<h1>${words.title}</h1>
      <p>${words.lead}</p>
      <div class="card">
        ${own.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>${words.none}</p>`}
        <p><a class="button" href="${call.base}${LIST}/new">${words.register}</a></p>
      </div>`
  return { title: words.title, body }
}

/** The contents of the form; each scope is a checkbox. */
const formIn = ({ form }: PageInput): IntegrationForm => ({
  name: form.name ?? '',
  description: form.description ?? '',
  mode: form.mode ?? '',
  redirectUris: (form.redirectUris ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  scopes: registrableScopes.filter((scope) => form[`scope-${scope}`] !== undefined).join(' '),
})

const EMPTY: IntegrationForm = { name: '', description: '', mode: 'test', redirectUris: [], scopes: '' }

const showNew = async (call: PageCall): Promise<PageAnswer> => newPage(call, EMPTY, {})

const newPage = (call: PageCall, form: IntegrationForm, errors: FormErrors): PageAnswer => {
  const words = integrationWords[call.language]
  const body = html`<h1>${words.register}</h1>
      ${errorSummary(call.language, errors)}
      <form method="post" action="${call.base}${LIST}/new" class="card">
        ${csrfField(call)}${fields(call, form, errors, [])}
        <button>${words.register}</button>
      </form>
      <p><a href="${call.base}${LIST}">${words.back}</a></p>`
  return { title: words.register, body, program: true, status: Object.keys(errors).length > 0 ? 400 : 200 }
}

const register = async (call: PageCall, input: PageInput): Promise<PageAnswer> => {
  const form = formIn(input)
  const made = await tried(call, () => createIntegration(call, { ...form, ownerId: personIdOf(call) }))
  if ('errors' in made) return newPage(call, form, made.errors)
  const { id, clientSecret } = made.done
  return secretPage(call, integrationWords[call.language].registered, id, clientSecret)
}

/** The only page that ever shows a secret. */
const secretPage = ({ language, base }: PageCall, title: string, id: string, secret: string): PageAnswer => {
  const words = integrationWords[language]
  const body = html`<h1>${title}</h1>
      <div class="card">
        <dl class="facts">
          <div><dt>client_id</dt><dd>${copiable(language, { what: 'client_id', text: id })}</dd></div>
          <div><dt>client_secret</dt><dd>${copiable(language, { what: 'client_secret', text: secret })}</dd></div>
        </dl>
        <div class="notice"><p>${words.shownOnce}</p></div>
        <p><a class="button" href="${base}${LIST}/${id}">${words.goOn}</a></p>
      </div>`
  return { title, body, program: true }
}

const showOne = async (call: PageCall, input: PageInput): Promise<PageAnswer> => {
  const integration = await ownIntegration(call, input)
  const form = { ...integration, scopes: integration.scopes.join(' ') }
  return onePage(call, integration, { form, errors: {}, saved: input.query.saved !== undefined })
}

const change = async (call: PageCall, input: PageInput): Promise<PageAnswer> => {
  const integration = await ownIntegration(call, input)
  const form = formIn(input)
  const changed = await tried(call, () => changeIntegration(call, { ...form, id: integration.id }))
  if ('errors' in changed) return onePage(call, integration, { form, errors: changed.errors })
  return { redirect: `${LIST}/${integration.id}?saved=1` }
}

const addOne = async (call: PageCall, input: PageInput): Promise<PageAnswer> => {
  const { id } = await ownIntegration(call, input)
  const { secret } = await addSecret(call, { integrationId: id })
  return secretPage(call, integrationWords[call.language].newSecret, id, secret)
}

const revokeOne = async (call: PageCall, input: PageInput): Promise<PageAnswer> => {
  const { id: integrationId } = await ownIntegration(call, input)
  const { secret: id = '' } = input.form
  if (isId(id)) await revokeSecret(call, { integrationId, id })
  return { redirect: `${LIST}/${integrationId}?saved=1` }
}

const endOne = async (call: PageCall, input: PageInput): Promise<PageAnswer> => {
  const { id } = await ownIntegration(call, input)
  await endIntegration(call, { id })
  return { redirect: LIST }
}

/** An integration of the logged-in person; those of others are not found. */
const ownIntegration = async (call: PageCall, { params: { id = '' } }: PageInput): Promise<Integration> => {
  if (!isId(id)) throw accessRefusals.integrationNotFound({ id })
  const found = await findIntegration(call, { id, ownerId: personIdOf(call) })
  if (found.endedAt) throw accessRefusals.integrationNotFound({ id })
  return found
}

/** Runs the work, or returns the errors by field. Verbs refuse before they write. */
const tried = async <T>(
  { language }: PageCall,
  work: () => Promise<T>,
): Promise<{ done: T } | { errors: FormErrors }> => {
  try {
    return { done: await work() }
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    const wrong: Record<string, string> = {}
    for (const error of cause.errors) {
      const name = error.field.split('/')[1] ?? ''
      wrong[name] ??= `${labelOf(language, name)} ${error.said?.in(language) ?? error.message}`
    }
    // In the order of the form.
    const named = FIELDS.flatMap((name) => (wrong[name] === undefined ? [] : [[name, wrong[name]] as const]))
    return { errors: named.length > 0 ? Object.fromEntries(named) : { '': cause.message } }
  }
}

/** The fields of the form, from top to bottom. */
const FIELDS = ['name', 'description', 'mode', 'redirectUris', 'scopes']

const labelOf = (language: Language, name: string): string => {
  const { name: nameLabel, description, mode, redirectUris, scopes } = integrationWords[language]
  const labels: Readonly<Record<string, string>> = { name: nameLabel, description, mode, redirectUris, scopes }
  return labels[name] ?? name
}

const onePage = async (
  call: PageCall,
  integration: Integration,
  { form, errors, saved = false }: { form: IntegrationForm; errors: FormErrors; saved?: boolean },
): Promise<PageAnswer> => {
  const words = integrationWords[call.language]
  const { id, name, elevatedScopes } = integration
  const secrets = await listSecrets(call, { integrationId: id })
  const body = html`<h1>${name}</h1>
      ${saved && html`<div class="notice" role="status"><p>${words.saved}</p></div>`}
      ${errorSummary(call.language, errors)}
      ${credentialsCard(call, id, secrets)}
      <form method="post" action="${call.base}${LIST}/${id}" class="card">
        ${csrfField(call)}${fields(call, form, errors, elevatedScopes)}
        <button>${words.save}</button>
      </form>
      ${approvalCard(call, integration)}
      ${machineCard(call, integration)}
      <details class="card">
        <summary>${words.end}</summary>
        <p>${words.endText}</p>
        <form method="post" action="${call.base}${LIST}/${id}/end">${csrfField(call)}
          <button class="danger">${words.endSure}</button></form>
      </details>
      <p><a href="${call.base}${LIST}">${words.back}</a></p>`
  return { title: name, body, program: true, status: Object.keys(errors).length > 0 ? 400 : 200 }
}

/** Integrations in test mode need no approval, and none does if the operator does not require it. */
const approvalCard = ({ language }: PageCall, integration: Integration): Html | null => {
  const words = integrationWords[language]
  if (integration.mode !== 'production') return null
  return html`<section class="card" aria-labelledby="approval">
        <h2 id="approval">${words.approval}</h2>
        <p>${waitsForApproval(integration) ? words.approvalOff : words.approvalOn}</p>
      </section>`
}

const machineCard = ({ language }: PageCall, integration: Integration): Html => {
  const words = integrationWords[language]
  const added = addedForMachine(integration)
  return html`<section class="card" aria-labelledby="machine">
        <h2 id="machine">${words.machine}</h2>
        <p>${integration.machineToMachineSince ? words.machineOn : words.machineOff}</p>
        ${added.length > 0 && html`<p>${words.machineAdded}${added.map((scope) => html` <code>${scope}</code>`)}</p>`}
      </section>`
}

const credentialsCard = (call: PageCall, id: string, secrets: readonly ClientSecret[]): Html => {
  const words = integrationWords[call.language]
  const at = `${call.base}${LIST}/${id}/secrets`
  const rows = secrets.map((secret) => {
    const end = secret.id.slice(-SHOWN_ID)
    const made = html`<span class="hint">${words.added} ${dayOf(secret.createdAt)}</span>`
    return html`<li><span>${words.endsWith(end)}<br>${made}</span>
            <form method="post" action="${at}/revoke">${csrfField(call)}
              <input type="hidden" name="secret" value="${secret.id}">
              <button class="danger" aria-label="${words.revokeLabel(end)}">${words.revokeSecret}</button></form></li>`
  })
  return html`<section class="card" aria-labelledby="credentials">
        <h2 id="credentials">${words.credentials}</h2>
        <dl class="facts"><div><dt>client_id</dt>
          <dd>${copiable(call.language, { what: 'client_id', text: id })}</dd></div></dl>
        <p class="hint">${words.secretsHint}</p>
        <ul class="rows">${rows}</ul>
        ${
          secrets.length < MAX_SECRETS &&
          html`<form method="post" action="${at}">${csrfField(call)}
          <button class="second">${words.addSecret}</button></form>`
        }
      </section>`
}

/** The Swedish format of days is understood everywhere: 2026-06-10. */
export const dayOf = (moment: Date): Html => {
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Stockholm' }).format(moment)
  return html`<time datetime="${moment.toISOString()}">${day}</time>`
}

const fields = (
  { language }: PageCall,
  form: IntegrationForm,
  errors: FormErrors,
  approved: readonly string[],
): Html => {
  const words = integrationWords[language]
  const { name, description, redirectUris } = form
  const maxlength = MAX_NAME_LENGTH
  const modes = integrationModes.map((mode) => {
    const radio = attributes({
      type: 'radio',
      id: `mode-${mode}`,
      name: 'mode',
      value: mode,
      checked: mode === form.mode,
    })
    return html`<div class="choice"><input${radio}><label for="mode-${mode}">${words.modes[mode]}</label></div>`
  })
  const area = (of: 'description' | 'redirectUris', value: string) =>
    textArea({ name: of, label: words[of], hint: words[`${of}Hint`], value, error: errors[of] })
  return html`
        ${field({ name: 'name', label: words.name, hint: words.nameHint, value: name, error: errors.name, maxlength })}
        ${area('description', description)}
        <fieldset id="mode"><legend>${words.mode}</legend>${modes}</fieldset>
        ${area('redirectUris', redirectUris.join('\n'))}
        <fieldset id="scopes" aria-describedby="scopes-hint"><legend>${words.scopes}</legend>
          <p class="hint" id="scopes-hint">${words.scopesHint}</p>
          ${errors.scopes && html`<p class="wrong">${errors.scopes}</p>`}
          ${chooser(language)}
          ${scopeBoxes(language, form.scopes.split(' '), approved)}
        </fieldset>`
}

const textArea = (given: {
  name: string
  label: string
  hint: string
  value: string
  error?: string | undefined
}): Html => {
  const { name, label, hint, value, error } = given
  const described = error ? `${name}-hint ${name}-error` : `${name}-hint`
  const control = attributes({
    id: name,
    name,
    rows: 3,
    spellcheck: 'false',
    'aria-describedby': described,
    'aria-invalid': error ? 'true' : undefined,
  })
  // Browsers drop the first line break after the tag.
  return html`<div class="field">
          <label for="${name}">${label}</label>
          <p class="hint" id="${name}-hint">${hint}</p>
          ${error && html`<p class="wrong" id="${name}-error">${error}</p>`}
          <textarea${control}>
${value}</textarea>
        </div>`
}

const scopeBoxes = (language: Language, chosen: readonly string[], approved: readonly string[]): Html[] => {
  const words = integrationWords[language]
  return scopesInWords(registrableScopes, language).map(({ title, scopes }) => {
    const boxes = scopes.map(({ scope, words: what }) => {
      const note = isElevated(scope) && (approved.includes(scope) ? words.approved : words.elevated)
      const box = attributes({
        type: 'checkbox',
        id: `scope-${scope}`,
        name: `scope-${scope}`,
        checked: chosen.includes(scope),
      })
      return html`<div class="choice"><input${box}>
            <label for="scope-${scope}">${what} <code>${scope}</code>${note && html` (${note})`}</label></div>`
    })
    return html`<details${attributes({ open: scopes.some(({ scope }) => chosen.includes(scope)) })}><summary>${title}</summary>${boxes}</details>`
  })
}

export const integrationPages: readonly PageRow[] = [
  { method: 'GET', path: LIST, visitor: 'person', run: showList },
  { method: 'GET', path: `${LIST}/new`, visitor: 'person', run: showNew },
  { method: 'POST', path: `${LIST}/new`, visitor: 'person', run: register },
  { method: 'GET', path: `${LIST}/{id}`, visitor: 'person', run: showOne },
  { method: 'POST', path: `${LIST}/{id}`, visitor: 'person', run: change },
  { method: 'POST', path: `${LIST}/{id}/secrets`, visitor: 'person', run: addOne },
  { method: 'POST', path: `${LIST}/{id}/secrets/revoke`, visitor: 'person', run: revokeOne },
  { method: 'POST', path: `${LIST}/{id}/end`, visitor: 'person', run: endOne },
]
