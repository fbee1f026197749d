// The receiver of a run's webhooks: every delivery is signed, those of one resource come in their order, and no event
// of the feed is missing. Now and then an answer is refused, so that a delivery has to come again.
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Workshop } from '#bench/workshop'
import { openReceiver, type Received } from '#support/servers/receiver'
import type { Chance } from './chance.ts'
import type { Finding } from './model.ts'
import { runStatement, type Stage } from './stage.ts'
import type { Company } from './stories.ts'
import type { Watch } from './watch.ts'

/** How many of 100 deliveries are refused. */
const REFUSED_PERCENT = 2
/** For how long no delivery may come while some are missing, and how often we look and hasten, in milliseconds. */
const DELIVERY_LIMIT_MS = 120_000
const LOOK_MS = 5000

/** What a process was doing that is gone would wait for a minute, and what was refused for longer. */
const HASTEN = `
  update platform.job set due_at = now()
  where kind like 'webhooks.%' or claim_id is not null;
  notify grundbok_jobs`

export type Deliveries = {
  /** What was wrong with what came since this was asked last. */
  takeFindings: () => Finding[]
  /** Waits until every event that the watches have heard of has come; what is missing. */
  untilComplete: (stage: Stage, watches: ReadonlyMap<string, Watch>) => Promise<Finding[]>
}

type Subscription = { webhook: Webhook; from: number; numbers: Set<number>; lastOf: Map<string, number> }

/** Makes a webhook of everything in each company. */
export const receiveDeliveries = async (workshop: Workshop, stage: Stage, chance: Chance): Promise<Deliveries> => {
  const receiver = await openReceiver()
  workshop.later(receiver.close)
  const subscriptions = new Map<string, Subscription>()
  const findings: Finding[] = []
  receiver.answer = (response, one) => {
    receiver.received.length = 0
    const isRefused = chance.happens(REFUSED_PERCENT)
    const wrong = wrongIn(one, subscriptions, isRefused)
    if (wrong) findings.push({ fault: 'promise', sentence: `webhook: ${wrong}`, history: [one.body] })
    response.writeHead(isRefused ? 500 : 204).end()
  }
  for (const company of stage.companies) {
    subscriptions.set(company.token.id, await subscribe(stage, company, receiver.url))
  }
  return {
    takeFindings: () => findings.splice(0),
    untilComplete: async (of, watches) => {
      let deadline = performance.now() + DELIVERY_LIMIT_MS
      for (let before = Number.POSITIVE_INFINITY; ; ) {
        const missing = [...watches].flatMap(([id, { heard }]) => missingIn(id, heard, subscriptions.get(id)))
        // A busy machine may have many to send: only standing still is wrong.
        if (missing.length < before) deadline = performance.now() + DELIVERY_LIMIT_MS
        if (missing.length === 0 || performance.now() > deadline) return missing
        before = missing.length
        await runStatement(of, HASTEN)
        await pause(LOOK_MS)
      }
    },
  }
}

const subscribe = async (stage: Stage, { token }: Company, url: string): Promise<Subscription> => {
  const answer = await fetch(`${stage.services[0]?.origin}/v1/companies/${token.id}/webhooks`, {
    method: 'POST',
    headers: { ...token.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  const { secret, lastEventNumber } = (await answer.json()) as { secret: string; lastEventNumber: number }
  return { webhook: new Webhook(secret), from: lastEventNumber, numbers: new Set(), lastOf: new Map() }
}

/** What is wrong with a delivery; it counts as received unless it is refused. */
const wrongIn = (
  { headers, body, json }: Received,
  subscriptions: ReadonlyMap<string, Subscription>,
  isRefused: boolean,
): string | null => {
  const { companyId, number, resource } = json.data
  const subscription = subscriptions.get(companyId)
  if (!subscription) return `company ${companyId} has none`
  const { webhook, numbers, lastOf } = subscription
  // By the time that it names itself: the clock of the service may have been set.
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const signature = webhook.sign(headers['webhook-id'] ?? '', at, body)
  if (headers['webhook-signature'] !== signature) return `the signature of ${number} of ${companyId} is wrong`
  if (isRefused || numbers.has(number)) return null
  const last = lastOf.get(resource.id) ?? 0
  numbers.add(number)
  lastOf.set(resource.id, Math.max(number, last))
  return number < last ? `event ${number} of ${resource.type} ${resource.id} came after ${last}` : null
}

const missingIn = (company: string, heard: ReadonlySet<number>, subscription?: Subscription): Finding[] =>
  [...heard]
    .filter((number) => subscription && number > subscription.from && !subscription.numbers.has(number))
    .map((number) => ({ fault: 'lost', sentence: `webhook: event ${number} of ${company} never came`, history: [] }))
