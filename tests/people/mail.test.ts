// Mails on their way through a real SMTP server: one that works, one that refuses, one that is down and comes back, and
// one that accepts the connection and then says nothing.
import { createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEASE_MS } from '#jobs/job-store'
import { listMails, type MailState, mailKind, queueMail, readMail } from '#mail/mail'
import { forgetOldMails } from '#mail/mail-expiry'
import { type MailCallbacks, mailJob, SILENCE_MS } from '#mail/mail-sender'
import { newId } from '#platform/id'
import { listJobs } from '#platform/job'
import { sql } from '#platform/sql'
import { newRunner } from '#support/jobs'
import { forgetMails } from '#support/outbox'
import { freePort } from '#support/servers/ports'
import { openPost } from '#support/servers/post'
import { type Service, START, startService } from '#support/service'
import { newVisitor, PASSWORD } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

/** A database and clock of its own, and runners of jobs that look only when they are told. */
const newOutbox = async () => {
  const own = await startService({ alone: true })
  const reports: string[] = []
  const queue = (to: string, text = 'Hej!\n') =>
    own.operate((call) => queueMail(call, { to, subject: 'Bekräfta åäö', text }))
  const sender = (port: number) =>
    newRunner(own, [mailJob({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Grundbok <post@example.com>' })], reports)
  const mails = (): Promise<MailState[]> => own.operate((call) => listMails(call, 100))
  return { own, reports, queue, sender, mails }
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(20)
}

describe('a mail', () => {
  test('goes out after the commit, whole, and leaves no text behind', async () => {
    const post = await openPost()
    const { own, queue, sender, mails } = await newOutbox()
    await queue('karin@example.com', 'Länk: https://grundbok.example/confirm?token=gbln_x\n')
    expect(await sender(post.port).runDue()).toBe(1)
    const [mail] = post.received
    expect(mail).toMatchObject({ from: 'post@example.com', to: ['karin@example.com'] })
    expect(mail?.text).toMatch(/^From: Grundbok <post@example.com>/m)
    expect(mail?.text).toMatch(/^Auto-Submitted: auto-generated/m)
    const [{ id } = { id: '' }] = await mails()
    expect(mail?.text).toContain(`Message-ID: <${id}@example.com>`)
    expect(await own.operate((call) => readMail(call, id))).toMatchObject({ text: null, attempts: 1, sentAt: START })
    await own.close()
    await post.close()
  })

  test('of a transaction that is undone never goes out', async () => {
    const { own, mails } = await newOutbox()
    const undone = own.operate(async (call) => {
      await queueMail(call, { to: 'a@example.com', subject: 's', text: 't' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await mails()).toEqual([])
    await own.close()
  })

  test('is sent by one of several processes', async () => {
    const post = await openPost()
    const { own, queue, sender, mails } = await newOutbox()
    for (let count = 0; count < 20; count += 1) await queue(`nr${count}@example.com`)
    await Promise.all([1, 2, 3].map(() => sender(post.port).runDue()))
    expect((await mails()).every(({ sentAt }) => sentAt !== null)).toBe(true)
    expect(post.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 20 }, (_, count) => `nr${count}@example.com`).sort(),
    )
    await own.close()
    await post.close()
  })

  test('that is refused for good is not tried again, and the log does not repeat the address', async () => {
    const post = await openPost({
      onRcptTo: (address, _session, done) =>
        done(Object.assign(new Error(`No such mailbox ${address.address}`), { responseCode: 550 })),
    })
    const { own, reports, queue, sender, mails } = await newOutbox()
    await queue('borta@example.com')
    const runner = sender(post.port)
    expect(await runner.runDue()).toBe(0)
    own.setNow(new Date(START.getTime() + 86_400_000))
    expect(await runner.runDue()).toBe(0)
    const [mail] = await mails()
    const lastError = expect.stringContaining('No such mailbox …')
    expect(mail).toMatchObject({ attempts: 1, sentAt: null, failedAt: START, lastError })
    expect(reports.join()).not.toContain('borta@example.com')
    await own.close()
    await post.close()
  })

  test('that is refused for now is tried again later, and later still', async () => {
    let refusals = 2
    const post = await openPost({
      onMailFrom: (_address, _session, done) => {
        refusals -= 1
        done(refusals >= 0 ? Object.assign(new Error('Come back'), { responseCode: 451 }) : null)
      },
    })
    const { own, queue, sender, mails } = await newOutbox()
    await queue('sedan@example.com')
    const runner = sender(post.port)
    const sentAfter = async (seconds: number) => {
      own.setNow(new Date(START.getTime() + seconds * 1000))
      return runner.runDue()
    }
    expect(await sentAfter(0)).toBe(0)
    expect([await sentAfter(9), await sentAfter(10), await sentAfter(39), await sentAfter(40)]).toEqual([0, 0, 0, 1])
    expect((await mails())[0]).toMatchObject({ attempts: 3, lastError: null })
    await queue('bakat@example.com')
    // Noted as due in a time to come, by a clock that was put back since.
    expect(await sentAfter(-24 * 3600)).toBe(1)
    await own.close()
    await post.close()
  })

  test('waits for a server that is down and comes back', async () => {
    const port = await freePort()
    const { own, reports, queue, sender } = await newOutbox()
    await queue('karin@example.com')
    const runner = sender(port)
    expect(await runner.runDue()).toBe(0)
    expect(reports.join()).toContain('did not succeed at attempt 1')
    const back = await openPost({}, port)
    own.setNow(new Date(START.getTime() + 10_000))
    expect(await runner.runDue()).toBe(1)
    expect(back.received).toHaveLength(1)
    await own.close()
    await back.close()
  })

  test('is not held up for ever by a server that says nothing, and another process takes it over', async () => {
    const silent = await silence()
    const post = await openPost()
    const { own, queue, sender, mails } = await newOutbox()
    await queue('karin@example.com')
    const stuck = sender(silent.port).runDue()
    await until(async () => (await mails())[0]?.attempts === 1)
    const other = sender(post.port)
    expect(await other.runDue()).toBe(0)
    own.setNow(new Date(START.getTime() + LEASE_MS))
    expect(await other.runDue()).toBe(1)
    expect(post.received).toHaveLength(1)
    silent.close()
    expect(await stuck).toBe(0)
    expect((await mails())[0]).toMatchObject({ attempts: 2, sentAt: expect.any(Date), lastError: null })
    await own.close()
    await post.close()
  })

  test('that a server looks at for ten minutes is not sent to it again meanwhile, by whomever', async () => {
    expect(SILENCE_MS).toBeGreaterThanOrEqual(10 * 60_000)
    expect(mailKind.timeLimitMs).toBeGreaterThan(SILENCE_MS)
    let come = 0
    let take = () => {}
    const post = await openPost({
      onData(stream, _session, done) {
        come += 1
        stream.resume()
        take = done
      },
    })
    const { own, queue, mails } = await newOutbox()
    await queue('karin@example.com')
    const process = (renewMs: number) => {
      const options = { smtpUrl: `smtp://127.0.0.1:${post.port}`, from: 'post@example.com' }
      return newRunner(own, [mailJob(options)], [], { patience: { renewMs } })
    }
    const sending = process(50).runDue()
    await until(async () => come === 1)
    const other = process(LEASE_MS)
    const claimedUntil = async () =>
      (await own.operate((call) => listJobs(call, { failed: false, limit: 1 })))[0]?.dueAt
    for (let ms = 0; ms < SILENCE_MS; ms += LEASE_MS - 1000) {
      own.setNow(new Date(START.getTime() + ms))
      const end = new Date(own.now().getTime() + LEASE_MS)
      await until(async () => (await claimedUntil())?.getTime() === end.getTime())
      expect(await other.runDue()).toBe(0)
    }
    take()
    expect(await sending).toBe(1)
    expect(await other.runDue()).toBe(0)
    expect(come).toBe(1)
    expect(await mails()).toMatchObject([{ attempts: 1, sentAt: START, lastError: null }])
    await own.close()
    await post.close()
  })

  test('to a server that hangs is given up by the clock', async () => {
    const silent = await silence()
    const { own, queue, sender, mails } = await newOutbox()
    await queue('karin@example.com')
    const runner = sender(silent.port)
    expect(await runner.runDue()).toBe(0)
    expect((await mails())[0]?.lastError).toMatch(/greeting never received/i)
    silent.close()
    await own.close()
  })

  test('of a kind that only a later version knows waits for it, rather than go without its enclosure', async () => {
    const post = await openPost()
    const { own, sender, mails } = await newOutbox()
    const { id: companyId } = await own.newCompany()
    const errand = { name: 'later', id: newId(), companyId, senderName: 'Provbolaget AB', replyTo: null }
    const mail = { to: 'karin@example.com', subject: 'Ett brev', text: 'Hej!', origin: errand }
    await own.operateFor(companyId, (call) => queueMail(call, mail))
    expect(await sender(post.port).runDue()).toBe(0)
    own.setNow(new Date(START.getTime() + 60_000))
    const bytes = Buffer.from('Bilagan')
    const later: MailCallbacks = {
      enclose: async () => [{ name: 'brev.txt', contentType: 'text/plain', bytes }],
      heard: async () => {},
      reported: async () => true,
    }
    const options = { smtpUrl: `smtp://127.0.0.1:${post.port}`, from: 'post@example.com' }
    expect(await newRunner(own, [mailJob(options, { later })]).runDue()).toBe(1)
    expect(post.received.map(({ text }) => text)).toEqual([expect.stringContaining('brev.txt')])
    expect(await mails()).toMatchObject([{ sentAt: own.now(), failedAt: null, lastError: null }])
    await own.close()
    await post.close()
  })

  test('that is not sent is kept for a week', async () => {
    const { own, queue, mails } = await newOutbox()
    await queue('karin@example.com')
    await forgetMails(own, new Date(START.getTime() + 6 * 86_400_000))
    expect(await mails()).toHaveLength(1)
    await forgetMails(own, new Date(START.getTime() + 8 * 86_400_000))
    expect(await mails()).toEqual([])
    await own.close()
  })

  test('whose outcome handler fails holds up no other, and is given up the next time', async () => {
    const { own, queue, mails } = await newOutbox()
    const { id: companyId } = await own.newCompany()
    for (const name of ['torn', 'whole']) {
      const errand = { name, id: newId(), companyId, senderName: 'Provbolaget AB', replyTo: null }
      const mail = { to: `${name}@example.com`, subject: 'Ett brev', text: 'Hej!', origin: errand }
      await own.operateFor(companyId, (call) => queueMail(call, mail))
    }
    await queue('karin@example.com')
    const heard: string[] = []
    let isTorn = true
    const errandsOf = (name: string): MailCallbacks => ({
      enclose: async () => [],
      heard: async () => {
        if (name === 'torn' && isTorn) throw new Error('The errand is torn')
        heard.push(name)
      },
      reported: async () => true,
    })
    const { usedDatabase: database, standing } = own
    const work = { database, standing, now: new Date(START.getTime() + 8 * 86_400_000) }
    const forget = () => forgetOldMails(work, { torn: errandsOf('torn'), whole: errandsOf('whole') })
    await expect(forget()).rejects.toMatchObject({ errors: [{ message: 'The errand is torn' }] })
    expect(heard).toEqual(['whole'])
    expect(await mails()).toMatchObject([{ to: 'torn@example.com', failedAt: null }])
    isTorn = false
    await forget()
    expect(heard).toEqual(['whole', 'torn'])
    expect(await mails()).toEqual([])
    await own.close()
  })
})

/** A server that takes connections and never says a word. */
const silence = async (): Promise<{ port: number; close(): void }> => {
  const sockets = new Set<{ destroy(): void }>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('the text of a mail is sealed, and bound to its row', async () => {
  const visitor = newVisitor(service)
  const form = { name: 'N', email: 'forseglad@example.com', password: PASSWORD }
  await visitor.submit(await visitor.get('/signup'), form, { action: '/signup' })
  await visitor.submit(await visitor.get('/signup'), { ...form, email: 'annan@example.com' }, { action: '/signup' })
  const rows = await service.database.rows<{ id: string; sealed_text: Buffer }>(
    sql`select id, sealed_text from platform.mail order by id`,
  )
  for (const { sealed_text: sealed } of rows) expect(sealed.includes('token=')).toBe(false)
  const [first, second] = rows
  await service.database.rows(
    sql`update platform.mail set sealed_text = ${first?.sealed_text} where id = ${second?.id}`,
  )
  expect(await service.operate((call) => readMail(call, second?.id ?? ''))).toMatchObject({ text: null })
})
