// Keys: the operator's command that seals anew what earlier secret keys have sealed.
import { resealAnswers } from '#http'
import { resealSecondFactors } from '#identity'
import type { Call } from '#platform/call'
import { resealMails } from '#platform/mail'
import { resealPapers, resealPersonalNumbers } from '#sales'
import { asOperator, type System } from '#system'
import type { Answer } from './answer.ts'
import type { Command } from './command.ts'

/** Everything that is sealed: each row seals some values anew and says how many, 0 when none is left. */
const sealed: readonly { what: string; reseal: (call: Call, limit: number) => Promise<number> }[] = [
  { what: 'personal numbers', reseal: resealPersonalNumbers },
  { what: 'papers', reseal: resealPapers },
  { what: 'second steps', reseal: resealSecondFactors },
  { what: 'mails', reseal: resealMails },
  { what: 'kept answers', reseal: resealAnswers },
]

/** How many values are sealed in one transaction. */
const BATCH = 500

export const keyCommands: readonly Command[] = [
  {
    name: 'keys rotate',
    summary: 'Seal anew, with SECRET_KEY, what EARLIER_SECRET_KEYS have sealed; afterwards those may go',
    options: [],
    run: (system) => rotate(system),
  },
]

/** Batch by batch, so that a running service waits for none of it long; a second run goes on where one was cut off. */
const rotate = async (system: System): Promise<Answer> => {
  const counts: Record<string, number> = {}
  for (const { what, reseal } of sealed) {
    let count = 0
    for (let done = BATCH; done === BATCH; count += done) done = await asOperator(system, (call) => reseal(call, BATCH))
    counts[what] = count
  }
  const told = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  return { json: { resealed: counts }, text: `Sealed anew: ${told.join(', ')}` }
}
