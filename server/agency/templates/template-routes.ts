// The endpoints of an agency's templates, and of their rollouts to clients.

import { agencyRefusals as refusals } from '#agency/refusals'
import { agencyRow, pageOf, pageQuery, type Row } from '#http'
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  lockTemplate,
  MAX_TEMPLATES,
  shownTemplate,
  takeTemplate,
  updateTemplate,
} from './template.ts'
import { applyRollout, createRollout, getRollout, listRollouts, listSteps, stopRollout } from './template-rollout.ts'
import {
  AgencyTemplate,
  accountExample,
  NewTemplateRollout,
  TakenTemplate,
  TemplateRollout,
  TemplateRolloutApplication,
  TemplateRolloutStep,
  TemplateUse,
  TemplateUses,
} from './template-schema.ts'
import { countUses, listUses } from './template-use.ts'

const agency = '/agencies/{agencyId}'
const templates = `${agency}/templates`
const template = `${templates}/{templateId}`
const rollouts = `${agency}/template-rollouts`
const rollout = `${rollouts}/{rolloutId}`
const common = { tag: 'Templates of an agency', by: 'people' } as const

const anId = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

type Params = Readonly<Record<string, string>>
const templateOf = ({ templateId = '' }: Params): string => templateId
const rolloutOf = ({ rolloutId = '' }: Params): string => rolloutId

const templateRowsOfOne: readonly Row[] = [
  agencyRow({
    ...common,
    method: 'GET',
    path: templates,
    operationId: 'listAgencyTemplates',
    summary: "List the agency's templates",
    description:
      'Newest first. `query` filters on kind, name, key (the number of an account, else the name) and modifiedDateTime.',
    scope: 'agency-templates:read',
    query: pageQuery('kind==account'),
    answer: { json: pageOf(AgencyTemplate) },
    refusals: [],
    run: (call, { query }) => listTemplates(call, query),
  }),
  agencyRow({
    ...common,
    method: 'POST',
    path: templates,
    operationId: 'createAgencyTemplate',
    summary: 'Add a template',
    description: `An account, an entry template, a matching rule or texts that clients are to have. Nothing changes at clients until it is rolled out. ${MAX_TEMPLATES} at most.`,
    scope: 'agency-templates:write',
    body: AgencyTemplate,
    answer: { json: AgencyTemplate },
    tagged: true,
    events: ['agency-template.created'],
    refusals: [refusals.tooManyTemplates],
    example: { body: { content: accountExample } },
    run: async (call, { body }) => shownTemplate(await createTemplate(call, body.content)),
  }),
  agencyRow({
    ...common,
    method: 'POST',
    path: `${templates}/from-client`,
    operationId: 'takeAgencyTemplate',
    summary: 'Make a template of what a client has',
    description:
      'An account, an entry template, a matching rule or the texts of a client become a template of the agency. Tags stay at the client.',
    scope: 'agency-templates:write',
    body: TakenTemplate,
    answer: { json: AgencyTemplate },
    tagged: true,
    events: ['agency-template.created'],
    refusals: [refusals.clientNotFound, refusals.nothingToTake, refusals.tooManyTemplates],
    example: { body: { companyId: anId, kind: 'account', resourceId: '1930' } },
    run: async (call, { body }) => shownTemplate(await takeTemplate(call, body)),
  }),
  agencyRow({
    ...common,
    method: 'GET',
    path: template,
    operationId: 'getAgencyTemplate',
    summary: 'Read a template',
    description: 'What it says now, and which version that is.',
    scope: 'agency-templates:read',
    answer: { json: AgencyTemplate },
    tagged: true,
    refusals: [refusals.templateNotFound],
    run: async (call, { params }) => shownTemplate(await getTemplate(call, templateOf(params))),
  }),
  agencyRow({
    ...common,
    method: 'PUT',
    path: template,
    operationId: 'updateAgencyTemplate',
    summary: 'Change a template',
    description:
      'All that it says is replaced, and it has another version. Clients that have it keep what they have until the new version is rolled out. Its kind, and the number of an account, stay.',
    scope: 'agency-templates:write',
    body: AgencyTemplate,
    answer: { json: AgencyTemplate },
    tagged: true,
    current: (call, { params }) => lockTemplate(call, templateOf(params)).then(shownTemplate),
    events: ['agency-template.changed'],
    refusals: [refusals.templateNotFound],
    example: { body: { content: { ...accountExample, name: 'Webbplats och domäner' } } },
    run: async (call, { params, body }) => shownTemplate(await updateTemplate(call, templateOf(params), body.content)),
  }),
  agencyRow({
    ...common,
    method: 'DELETE',
    path: template,
    operationId: 'deleteAgencyTemplate',
    summary: 'Remove a template',
    description: 'What clients have from it stays with them.',
    scope: 'agency-templates:write',
    answer: 'nothing',
    current: (call, { params }) => lockTemplate(call, templateOf(params)).then(shownTemplate),
    events: ['agency-template.deleted'],
    refusals: [refusals.templateNotFound],
    run: async (call, { params }) => {
      await deleteTemplate(call, templateOf(params))
      return undefined
    },
  }),
]

const useRows: readonly Row[] = [
  agencyRow({
    ...common,
    method: 'GET',
    path: `${agency}/template-uses`,
    operationId: 'countAgencyTemplateUses',
    summary: 'Count the clients that have each template',
    description: 'Templates that no client has are left out.',
    scope: 'agency-templates:read',
    answer: { json: TemplateUses },
    refusals: [],
    run: async (call) => ({ items: await countUses(call) }),
  }),
  agencyRow({
    ...common,
    method: 'GET',
    path: `${template}/uses`,
    operationId: 'listAgencyTemplateUses',
    summary: 'List the clients that have a template',
    description:
      'Those that got it last first, with the version that they have. `query` filters on companyId, companyName, version and modifiedDateTime.',
    scope: 'agency-templates:read',
    query: pageQuery('version<2'),
    answer: { json: pageOf(TemplateUse) },
    refusals: [refusals.templateNotFound],
    run: async (call, { params, query }) => {
      const { id } = await getTemplate(call, templateOf(params))
      return listUses(call, id, query)
    },
  }),
]

const rolloutRows: readonly Row[] = [
  agencyRow({
    ...common,
    method: 'POST',
    path: rollouts,
    operationId: 'createTemplateRollout',
    summary: 'Preview templates at clients',
    description:
      'For each client and template it is looked at what would happen, in the background: read the rollout until it is `previewed`. Nothing is changed.',
    scope: 'agency-templates:apply',
    body: NewTemplateRollout,
    answer: { json: TemplateRollout },
    tagged: true,
    events: ['template-rollout.created'],
    refusals: [refusals.tooManyClients, refusals.noClientConcerned, refusals.rolloutsUnderWay],
    example: { body: { templateIds: [anId] } },
    run: (call, { body: { clients = 'all', overwrites = false, addsAccounts = false, ...body } }) =>
      createRollout(call, { ...body, clients, overwrites, addsAccounts }),
  }),
  agencyRow({
    ...common,
    method: 'GET',
    path: rollouts,
    operationId: 'listTemplateRollouts',
    summary: 'List rollouts of templates',
    description: 'Newest first; the latest 200 are kept. `query` filters on state and modifiedDateTime.',
    scope: 'agency-templates:read',
    query: pageQuery('state==applied'),
    answer: { json: pageOf(TemplateRollout) },
    refusals: [],
    run: (call, { query }) => listRollouts(call, query),
  }),
  agencyRow({
    ...common,
    method: 'GET',
    path: rollout,
    operationId: 'getTemplateRollout',
    summary: 'Read a rollout of templates',
    description: 'How far it has come, and what it comes to.',
    scope: 'agency-templates:read',
    answer: { json: TemplateRollout },
    tagged: true,
    refusals: [refusals.rolloutNotFound],
    run: (call, { params }) => getRollout(call, rolloutOf(params)),
  }),
  agencyRow({
    ...common,
    method: 'GET',
    path: `${rollout}/steps`,
    operationId: 'listTemplateRolloutSteps',
    summary: 'List the steps of a rollout',
    description:
      'What each template would do at each client, and what it has done. `query` filters on companyId, companyName, templateId, templateName, outcome, result and modifiedDateTime.',
    scope: 'agency-templates:read',
    query: pageQuery('outcome==blocked'),
    answer: { json: pageOf(TemplateRolloutStep) },
    refusals: [refusals.rolloutNotFound],
    run: (call, { params, query }) => listSteps(call, rolloutOf(params), query),
  }),
  agencyRow({
    ...common,
    method: 'POST',
    path: `${rollout}/apply`,
    operationId: 'applyTemplateRollout',
    summary: 'Apply what was previewed',
    description:
      "In the background, as you, with your rights in each client, by what the client's people would do themselves. A client where something has changed since the preview is left as it is. Read the rollout until it is `applied`.",
    scope: 'agency-templates:apply',
    body: TemplateRolloutApplication,
    answer: { json: TemplateRollout },
    tagged: true,
    events: ['template-rollout.begun'],
    refusals: [refusals.rolloutNotFound, refusals.rolloutNotPreviewed, refusals.nothingToApply],
    example: { body: { stepIds: [anId] } },
    run: (call, { params, body }) => applyRollout(call, rolloutOf(params), body),
  }),
  agencyRow({
    ...common,
    method: 'POST',
    path: `${rollout}/stop`,
    operationId: 'stopTemplateRollout',
    summary: 'Stop a rollout',
    description:
      'While it is `previewing` or `applying`. A client that is being dealt with at that moment is finished, and no further one is begun. What clients have got they keep.',
    scope: 'agency-templates:apply',
    answer: { json: TemplateRollout },
    tagged: true,
    events: ['template-rollout.stopped'],
    refusals: [refusals.rolloutNotFound, refusals.rolloutNotUnderWay],
    run: (call, { params }) => stopRollout(call, rolloutOf(params)),
  }),
]

export const templateRows: readonly Row[] = [...templateRowsOfOne, ...useRows, ...rolloutRows]
