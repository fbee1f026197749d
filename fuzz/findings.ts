// What was found: each sort once, with the smallest request that shows it.
import type { Outcome } from './exchange.ts'
import { type Fault, sortOf } from './judge.ts'
import { type Change, changed, curlOf, type Draft, type Rendered, rendered } from './request.ts'
import type { ServerLog } from './server-log.ts'

type Finding = {
  operation: string
  kind: Fault['kind']
  says: string
  sort: string
  times: number
  changes: readonly string[]
  curl: string
  answer: string
  stack: string
  where: string
}

/** What was sent in vain: a draft that would succeed, what was changed in it, and what came of it. */
type Suspect = { draft: Draft; changes: readonly Change[]; sent: Rendered; outcome: Outcome; fault: Fault }

/** Sends a draft with changes again and answers what is wrong. */
type Retry = (draft: Draft, changes: readonly Change[]) => Promise<{ fault: Fault | null; outcome: Outcome }>

export type Findings = {
  /** Takes what looks like a fault; answers it when it is a new one. */
  take(suspect: Suspect, retry: Retry, where: string): Promise<Finding | null>
  /** A fault that no request shows. */
  tell(fault: Fault, detail: string): void
  all(): readonly Finding[]
  /** Takes nothing any more: what follows is lost with the service, and what is being made smaller stays as it is. */
  stop(): void
  /** Slow once, and not again when asked alone. */
  slowOnce(): number
}

const MOST_ANSWER = 1200

export const newFindings = (log: ServerLog, print: (text: string) => void): Findings => {
  const found = new Map<string, Finding>()
  /** What is being made smaller, as it was found; null where it counts only once it has happened again. */
  const unshrunk = new Map<string, Finding | null>()
  let slow = 0
  let isOver = false
  return {
    async take(suspect, retry, where) {
      const { draft, changes, outcome, fault } = suspect
      const stack = await stackBehind(outcome, log)
      if (isOver) return null
      const operation = draft.row.operationId
      const sort = `${operation} ${sortOf(fault, stack)}`
      const known = found.get(sort)
      if (known) {
        known.times += 1
        return null
      }
      const finding = { operation, kind: fault.kind, says: fault.says, sort, times: 1, stack, where }
      // Taken before it is made smaller: others of its sort come meanwhile.
      const asFound = wholeOf(finding, draft, { changes, outcome })
      found.set(sort, asFound)
      unshrunk.set(sort, fault.kind === 'hang' ? null : asFound)
      const least = await shrunk(suspect, retry, log, sort)
      if (isOver) return null
      unshrunk.delete(sort)
      if (fault.kind === 'hang' && !least.isSure) {
        found.delete(sort)
        slow += 1
        return null
      }
      const times = found.get(sort)?.times ?? 1
      const whole = wholeOf({ ...finding, times }, draft, least)
      found.set(sort, whole)
      print(textOf(whole))
      return whole
    },
    tell(fault, detail) {
      if (isOver) return
      const sort = sortOf(fault, detail)
      const known = found.get(sort)
      if (known) known.times += 1
      else {
        const finding = { operation: '', kind: fault.kind, says: fault.says, sort, times: 1, changes: [], curl: '' }
        const whole = { ...finding, answer: '', stack: detail, where: '' }
        found.set(sort, whole)
        print(textOf(whole))
      }
    },
    all: () => [...found.values()],
    stop() {
      isOver = true
      for (const [sort, finding] of unshrunk) {
        if (finding) print(textOf(finding))
        else found.delete(sort)
      }
    },
    slowOnce: () => slow,
  }
}

type Bare = Omit<Finding, 'changes' | 'curl' | 'answer'>

/** A finding with the changes that show it. */
const wholeOf = (
  finding: Bare,
  draft: Draft,
  { changes, outcome }: { changes: readonly Change[]; outcome: Outcome },
): Finding => ({
  ...finding,
  changes: changes.map(({ says }) => says),
  curl: curlOf(rendered(changed(draft, changes))),
  answer: `${outcome.answer?.status ?? outcome.lost} ${shownOf(outcome)}`,
})

const stackBehind = async ({ answer }: Outcome, log: ServerLog): Promise<string> => {
  const id = answer && answer.status >= 500 ? answer.body?.serviceErrorId : undefined
  return typeof id === 'string' ? log.stackOf(id) : ''
}

/** The text of an answer; of a file nothing. */
const shownOf = ({ answer }: Outcome): string =>
  answer?.headers.get('content-type')?.startsWith('application/json') ? answer.text.slice(0, MOST_ANSWER) : ''

/** Puts changes back one by one while it still fails in the same way. */
const shrunk = async (
  { draft, changes, fault, outcome }: Suspect,
  retry: Retry,
  log: ServerLog,
  sort: string,
): Promise<{ changes: readonly Change[]; outcome: Outcome; isSure: boolean }> => {
  let shown = outcome
  const failsAlike = async (some: readonly Change[]): Promise<boolean> => {
    const again = await retry(draft, some)
    if (again.fault?.kind !== fault.kind) return false
    const isAlike = `${draft.row.operationId} ${sortOf(again.fault, await stackBehind(again.outcome, log))}` === sort
    if (isAlike) shown = again.outcome
    return isAlike
  }
  if (!(await failsAlike(changes))) return { changes, outcome, isSure: false }
  let left = changes
  for (const change of changes) {
    const fewer = left.filter((one) => one !== change)
    if (await failsAlike(fewer)) left = fewer
  }
  return { changes: left, outcome: shown, isSure: true }
}

/** A finding as it is printed. */
const textOf = ({ operation, kind, says, changes, curl, answer, stack, where }: Finding): string =>
  [
    `\n--- ${kind} ${operation}: ${says.slice(0, 1500)}`,
    ...(where === '' ? [] : [`    ${where}`]),
    ...(changes.length > 0 ? [`    changed: ${changes.join('; ')}`] : []),
    ...(curl === '' ? [] : [curl]),
    ...(answer === '' ? [] : [`    answer: ${answer}`]),
    ...(stack === '' ? [] : [`    log: ${stack}`]),
  ].join('\n')
