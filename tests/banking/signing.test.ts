// Signing bank payments: who may, what is shown, that they prove to be there, and sign no other than what was shown.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { endSessionsOf, identityAdmin, lockAccount } from '#identity'
import { raw, sql } from '#platform/sql'
import { purchasingAdmin } from '#purchasing'
import { LOCK_WAITS } from '#support/by-company'
import { needs } from '#support/needs'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { newPersonInside, newVisitor, PASSWORD, type Page, plain, type Visitor } from '#support/visitor'
import {
  aBankgiro,
  anIban,
  aTransfer,
  boxesOf,
  decided,
  newSignatory,
  paid,
  pathOf,
  reviewed,
  statusOf,
  withBankAccount,
} from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const DAY_MS = 24 * 60 * 60 * 1000

/** A company with a signatory, who reads its page. */
const newWorld = async () => {
  const company = await service.newCompany({ name: 'Lindqvist & Döttrar AB' })
  return { company, ...(await newSignatory(service, company)) }
}

const historyOf = ({ id }: TestCompany) =>
  service.database.rows<{ what: string; actor: string; detail: Record<string, unknown> }>(sql`
    select what, actor_id as actor, detail from platform.history
    where company_id = ${id} and what like 'bank-payment.%' and what <> 'bank-payment.created' order by id`)

const waiting = async (): Promise<number> => (await service.database.rows(raw(LOCK_WAITS))).length

const nameOf = ({ id }: { id: string }) => `payment-${id}`

const words = ({ text }: Page): string => plain(text.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')

describe('the page', () => {
  test.each([
    ['sv', 'Bankbetalningar', 'Meddelande: Tack', '1 250,50 kr', 'från Prov', 'OCR 1002377'],
    ['en', 'Bank payments', 'Message: Tack', 'SEK 1,250.50', 'from Prov', 'OCR 1002377'],
  ])('shows in %s what waits to be signed', async (language, ...expected) => {
    const { company, visitor, path } = await newWorld()
    await paid(company, { ownNote: 'Till <kontoret>' })
    await paid(company, { recipientRef: { ...aBankgiro, ocr: null, message: 'Tack' } })
    await paid(company, { recipientRef: aTransfer, paymentDate: '2026-06-10' })
    const page = await visitor.get(`${path}?lang=${language}`)
    const shown = words(page)
    for (const one of [...expected, 'Lindqvist & Döttrar AB', '5050-1055', '6000, 123456789', 'Utlägg juni']) {
      expect(shown).toContain(one)
    }
    expect(page.text).toContain('Till &lt;kontoret&gt;')
    expect(Object.keys(boxesOf(page))).toHaveLength(3)
    expect(page.text).not.toContain(' checked')
    const all = await visitor.get(`${path}?all=1`)
    expect(all.text.match(/ checked/g)).toHaveLength(3)
    expect(words(await visitor.get('/account'))).toContain(language === 'sv' ? 'Bankbetalningar' : 'Bank payments')
    await visitor.get('/account?lang=sv')
  })

  test('is for signatories; others learn nothing', async () => {
    const { company, path } = await newWorld()
    await paid(company)
    const member = await newSignatory(service, company, false)
    const { visitor: stranger } = await newPersonInside(service)
    const table: [Visitor, string, number][] = [
      [member.visitor, path, 403],
      [stranger, path, 404],
      [stranger, pathOf({ id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' }), 404],
      [stranger, pathOf({ id: 'x' }), 404],
    ]
    for (const [visitor, address, status] of table) {
      const page = await visitor.get(address)
      expect([page.status, page.text.includes('Papper AB')]).toEqual([status, false])
      const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get('/account')).text)?.[1] ?? ''
      for (const action of ['review', 'decide', 'files']) {
        expect((await visitor.post(`${address}/${action}`, { csrf, decision: 'sign' })).status).toBe(status)
      }
    }
    const loggedOut = await newVisitor(service).get(path)
    expect(loggedOut.url).toContain('/login')
    expect(await historyOf(company)).toEqual([])
  })

  test('takes no form of another site', async () => {
    const { visitor, path } = await newWorld()
    for (const action of ['review', 'decide', 'files']) {
      expect((await visitor.post(`${path}/${action}`, { decision: 'sign', csrf: 'x' })).status).toBe(403)
      const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get(path)).text)?.[1] ?? ''
      const foreign = await visitor.post(`${path}/${action}`, { csrf }, { 'sec-fetch-site': 'cross-site' })
      expect(foreign.status).toBe(403)
    }
  })
})

describe('signing', () => {
  test('is reviewed with its sum, and done with the password', async () => {
    const { company, visitor, path, person } = await newWorld()
    const first = await paid(company)
    const second = await paid(company, { amount: 49.5, paymentDate: '2026-06-10', recipientRef: aTransfer })
    const third = await paid(company)
    const boxes = boxesOf(await visitor.get(path))
    const page = await reviewed(visitor, path, { ids: [first.id, second.id] })
    expect(page.status).toBe(200)
    for (const one of [
      'Granska och signera',
      'Summa, 2 betalningar',
      '1 300,00 kr',
      'Signera 2 betalningar',
      'Utlägg juni',
    ])
      expect(words(page)).toContain(one)
    expect([await statusOf(company, first.id), await historyOf(company)]).toEqual(['readyToSign', []])
    const done = await visitor.submit(page, { proof: PASSWORD }, { action: `${path}/decide` })
    expect(words(done)).toContain('2 betalningar är signerade.')
    expect(await Promise.all([first, second, third].map(({ id }) => statusOf(company, id)))).toEqual([
      'scheduled',
      'onTheWay',
      'readyToSign',
    ])
    const signed = { what: 'bank-payment.signed', actor: person.id }
    // In the order in which they were shown, and what was shown to the letter.
    expect(await historyOf(company)).toMatchObject([
      { ...signed, detail: { id: second.id, amount: '49.50', recipient: aTransfer, digest: boxes[nameOf(second)] } },
      { ...signed, detail: { id: first.id, amount: '1250.50', recipient: aBankgiro, digest: boxes[nameOf(first)] } },
    ])
    const kept = await service.database.rows<{ by: string; at: Date }>(sql`
      select signed_by_id as by, signed_at as at from banking.payment where id = ${first.id}`)
    expect(kept).toEqual([{ by: person.id, at: service.now() }])
  })

  test('is done by two if the company wants that, and by no one twice', async () => {
    const { company, visitor, path, person } = await newWorld()
    const other = await newSignatory(service, company)
    await service.operateFor(company.id, (call) =>
      purchasingAdmin.changePurchasingSettings(call, { twoSignersFromOre: 1000_00n }),
    )
    const large = await paid(company)
    const small = await paid(company, { amount: 999.99, recipientRef: aTransfer })
    const statuses = () => Promise.all([large, small].map(({ id }) => statusOf(company, id)))
    const stale = await reviewed(other.visitor, path)
    const first = await decided(visitor, path)
    expect(words(first)).toContain('1 betalning är signerad. 1 betalning väntar på en firmatecknare till.')
    expect(await statuses()).toEqual(['readyToSign', 'scheduled'])
    expect((await company.get(`/bank-payments/${large.id}`)).body.signedBy).toEqual([person.name])
    // Payments that wait for another signatory are shown, and can only be cancelled.
    const list = words(await visitor.get(path))
    expect(list).toContain('De här har du signerat. De väntar på en firmatecknare till.')
    const again = await visitor.submit(
      await visitor.get(path),
      { ...boxesOf(await visitor.get(path)), decision: 'sign' },
      { action: `${path}/review` },
    )
    expect(again.status).toBe(409)
    // A user who had both before decides on what is left.
    expect((await other.visitor.submit(stale, { proof: PASSWORD }, { action: `${path}/decide` })).status).toBe(409)
    expect(words(await other.visitor.get(path))).toContain('En firmatecknare till måste signera.')
    expect(words(await decided(other.visitor, path))).toContain('1 betalning är signerad.')
    expect(await statuses()).toEqual(['scheduled', 'scheduled'])
    expect((await company.get(`/bank-payments/${large.id}`)).body.signedBy).toEqual([person.name, other.person.name])
    expect((await historyOf(company)).map(({ what, actor, detail }) => [what, actor, detail.id])).toEqual([
      ['bank-payment.signing', person.id, large.id],
      ['bank-payment.signed', person.id, small.id],
      ['bank-payment.signed', other.person.id, large.id],
    ])
  })

  test('looks at the sum of what goes to one recipient in one decision, and goes on doing so', async () => {
    const { company, visitor, path, person } = await newWorld()
    const other = await newSignatory(service, company)
    await service.operateFor(company.id, (call) =>
      purchasingAdmin.changePurchasingSettings(call, { twoSignersFromOre: 1000_00n }),
    )
    const parts: string[] = []
    for (let day = 11; day <= 13; day += 1)
      parts.push((await paid(company, { amount: 400, paymentDate: `2026-06-${day}` })).id)
    const apart = await paid(company, { amount: 999.99, recipientRef: aTransfer })
    const statuses = () => Promise.all(parts.map((id) => statusOf(company, id)))
    const first = await decided(visitor, path)
    expect(words(first)).toContain('1 betalning är signerad. 3 betalningar väntar på en firmatecknare till.')
    expect([await statusOf(company, apart.id), ...(await statuses())]).toEqual([
      'scheduled',
      'readyToSign',
      'readyToSign',
      'readyToSign',
    ])
    // Not one by one by the same person either, on the same day or the next one.
    const waits = 'De här har du signerat. De väntar på en firmatecknare till.'
    expect(words(await visitor.get(path))).toContain(waits)
    service.setNow(new Date(START.getTime() + DAY_MS))
    const nextDay = newVisitor(service)
    await nextDay.logIn(person.email, PASSWORD)
    expect(words(await nextDay.get(path))).toContain(waits)
    service.setNow(START)
    expect(words(await decided(other.visitor, path))).toContain('3 betalningar är signerade.')
    expect(await statuses()).toEqual(['scheduled', 'scheduled', 'scheduled'])
  })

  test('looks at the sum of what goes to one recipient on one day, over decisions', async () => {
    const { company, visitor, path } = await newWorld()
    await service.operateFor(company.id, (call) =>
      purchasingAdmin.changePurchasingSettings(call, { twoSignersFromOre: 1000_00n }),
    )
    const signedAlone = async (changes: Record<string, unknown>) => {
      const { id } = await paid(company, { amount: 600, ...changes })
      await decided(visitor, path, { ids: [id] })
      return (await statusOf(company, id)) !== 'readyToSign'
    }
    expect(await signedAlone({})).toBe(true)
    expect(await signedAlone({ amount: 399.99 })).toBe(true)
    // On the same day; signed on the same day for another date; and to another recipient.
    expect(await signedAlone({ amount: 0.01 })).toBe(false)
    expect(await signedAlone({ paymentDate: '2026-06-20' })).toBe(false)
    expect(await signedAlone({ recipientRef: aTransfer })).toBe(true)
    // Payments signed by two do not count: no one approved them alone.
    const second = await newSignatory(service, company)
    const recipientRef = { ...aBankgiro, bankgiroNumber: '991-2346' }
    const large = await paid(company, { amount: 5000, recipientRef })
    for (const one of [visitor, second.visitor]) await decided(one, path, { ids: [large.id] })
    expect(await signedAlone({ recipientRef })).toBe(true)
    service.setNow(new Date(START.getTime() + DAY_MS))
    const next = await newSignatory(service, company)
    const { id } = await paid(company, { amount: 600, paymentDate: '2026-06-25' })
    await decided(next.visitor, path, { ids: [id] })
    expect(await statusOf(company, id)).toBe('scheduled')
    service.setNow(START)
  })

  test('by two at the same time is done once', async () => {
    const { company, visitor, path } = await newWorld()
    const other = await newSignatory(service, company)
    await service.operateFor(company.id, (call) =>
      purchasingAdmin.changePurchasingSettings(call, { twoSignersFromOre: 1n }),
    )
    const { id } = await paid(company)
    const euros = await paid(company, { recipientRef: { ...anIban, currency: 'EUR' } })
    await Promise.all([decided(visitor, path), decided(other.visitor, path)])
    expect([await statusOf(company, id), await statusOf(company, euros.id)]).toEqual(['scheduled', 'scheduled'])
    expect((await historyOf(company)).map(({ what }) => what).sort()).toEqual([
      ...Array(2).fill('bank-payment.signed'),
      ...Array(2).fill('bank-payment.signing'),
    ])
  })

  test('is not done with another password, and guesses are slowed down', async () => {
    const { company, visitor, path } = await newWorld()
    const { id } = await paid(company)
    const page = await reviewed(visitor, path)
    const guess = () => visitor.submit(page, { proof: 'fel lösenord' }, { action: `${path}/decide` })
    const wrong = await guess()
    expect([wrong.status, words(wrong).includes('Lösenordet stämmer inte. Inget har gjorts.')]).toEqual([400, true])
    expect(wrong.text).not.toContain('fel lösenord')
    // What was chosen is still there to be signed.
    const right = await visitor.submit(wrong, { proof: PASSWORD }, { action: `${path}/decide` })
    expect(right.url).toContain('done=sign')
    await paid(company)
    const next = await reviewed(visitor, path)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await visitor.submit(next, { proof: `nej${tries}` }, { action: `${path}/decide` })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    const late = await visitor.submit(next, { proof: PASSWORD }, { action: `${path}/decide` })
    expect(late.status).toBe(429)
    expect((await historyOf(company)).map(({ detail }) => detail.id)).toEqual([id])
  })

  test('asks for a code where the login does, and takes each once', async () => {
    const { company, visitor, path } = await newWorld()
    const { code, recovery } = await turnedOn(visitor)
    await paid(company)
    const page = await reviewed(visitor, path)
    expect(words(page)).toContain('Engångskod')
    const send = (proof: string, from = page) => visitor.submit(from, { proof }, { action: `${path}/decide` })
    for (const proof of [PASSWORD, '000000', '']) {
      const wrong = await send(proof)
      expect([wrong.status, words(wrong).includes('Koden stämmer inte')]).toEqual([400, true])
    }
    service.setNow(new Date(service.now().getTime() + 60_000))
    const used = code()
    expect((await send(used)).url).toContain('done=sign')
    await paid(company)
    const next = await reviewed(visitor, path)
    expect((await send(used, next)).status).toBe(400)
    expect((await send(recovery, next)).url).toContain('done=sign')
    service.setNow('2026-06-10T10:00:00Z')
  })

  test('is for what was shown: what changed meanwhile is not signed, nor anything with it', async () => {
    const { company, visitor, path } = await newWorld()
    const first = await paid(company)
    const second = await paid(company)
    const page = await reviewed(visitor, path)
    await service.operateFor(company.id, (call) =>
      bankingAdmin.cancelPayment(call, { id: second.id, reason: 'Dubbel', alsoInFile: false }),
    )
    const refused = await visitor.submit(page, { proof: PASSWORD }, { action: `${path}/decide` })
    expect([refused.status, words(refused).includes('inget har gjorts')]).toEqual([409, true])
    expect(await statusOf(company, first.id)).toBe('readyToSign')
    // The same with words that were never shown, of this company's payment or of another one's.
    const other = await paid(await service.newCompany())
    const digest = Object.values(boxesOf(await visitor.get(path)))[0] ?? ''
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const forged: Record<string, string>[] = [
      { [`payment-${first.id}`]: `${digest.slice(0, -1)}${digest.endsWith('A') ? 'B' : 'A'}` },
      { [`payment-${other.id}`]: digest },
      { [`payment-${first.id}`]: digest, [`payment-${second.id}`]: digest },
    ]
    for (const fields of forged) {
      const form = { csrf, decision: 'sign', proof: PASSWORD, ...fields }
      expect((await visitor.post(`${path}/decide`, form)).status).toBe(409)
    }
    expect((await historyOf(company)).map(({ what }) => what)).toEqual(['bank-payment.cancelled'])
  })

  test('happens once, though two sign at the same time', async () => {
    const { company, visitor, path } = await newWorld()
    const second = await newSignatory(service, company)
    await paid(company)
    const pages = await Promise.all([reviewed(visitor, path), reviewed(second.visitor, path)])
    const answers = await Promise.all(
      [visitor, second.visitor].map((one, index) =>
        one.submit(pages[index] as Page, { proof: PASSWORD }, { action: `${path}/decide` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await historyOf(company)).toHaveLength(1)
  })

  test('ends with the right to it, also between the pages', async () => {
    const { company, visitor, path, person } = await newWorld()
    await paid(company)
    const page = await reviewed(visitor, path)
    await service.operateFor(company.id, (call) =>
      identityAdmin.setSignatory(call, { personId: person.id, isSignatory: false }),
    )
    expect((await visitor.submit(page, { proof: PASSWORD }, { action: `${path}/decide` })).status).toBe(403)
    expect(await historyOf(company)).toEqual([])
  })

  test.each([
    ['with a password, while the account is locked', false, true, 403],
    ['with a code, while the account is locked', true, true, 403],
    ['with a password, while it is reset', false, false, 200],
    ['with a code, while the password is reset', true, false, 200],
  ])('is not done %s', async (_, hasCode, isLock, status) => {
    needs('one machine')
    const { company, visitor, path, person } = await newWorld()
    const code = hasCode ? (await turnedOn(visitor)).recovery : null
    const { id } = await paid(company)
    const page = await reviewed(visitor, path)
    const { answer } = await service.operate(async (call) => {
      if (isLock) await lockAccount(call, { personId: person.id, isLocked: true })
      else {
        await call.db.rows(sql`
          update identity.person set password_hash = password_hash || 'x' where id = ${person.id}`)
        await endSessionsOf(call, person.id)
      }
      const asked = visitor.submit(page, { proof: code ?? PASSWORD }, { action: `${path}/decide` })
      await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
      return { answer: asked }
    })
    const { status: answered, url } = await answer
    expect([answered, url.startsWith('/login?')]).toEqual([status, !isLock])
    expect(await statusOf(company, id)).toBe('readyToSign')
    expect(await historyOf(company)).toEqual([])
  })

  test('needs something chosen, and not too much', async () => {
    const { company, visitor, path } = await newWorld()
    await paid(company)
    const list = await visitor.get(path)
    const none = await visitor.submit(list, { decision: 'sign' }, { action: `${path}/review` })
    expect([none.status, words(none).includes('Välj minst en betalning.')]).toEqual([400, true])
    const ids = Array.from({ length: 101 }, (_, index) => `019a9d2c-5a00-7c3e-9b1f-${String(index).padStart(12, '0')}`)
    const many = Object.fromEntries(ids.map((id) => [`payment-${id}`, 'x']))
    const much = await visitor.submit(list, { decision: 'sign', ...many }, { action: `${path}/review` })
    expect([much.status, words(much).includes('högst 100')]).toEqual([400, true])
  })
})

describe('cancelling', () => {
  test('goes for what waits, and for what is signed until it is in a file', async () => {
    const { company, visitor, path, person } = await newWorld()
    await withBankAccount(service, company)
    const waiting = await paid(company)
    const signed = await paid(company)
    const filed = await paid(company)
    await decided(visitor, path, { ids: [filed.id] })
    await visitor.submit(await visitor.get(path), {}, { action: `${path}/files` })
    await decided(visitor, path, { ids: [signed.id] })
    const page = await decided(visitor, path, { ids: [waiting.id, signed.id], decision: 'cancel' })
    expect(words(page)).toContain('2 betalningar är avbrutna.')
    const statuses = await Promise.all([waiting, signed, filed].map(({ id }) => statusOf(company, id)))
    expect(statuses).toEqual(['cancelled', 'cancelled', 'scheduled'])
    expect((await historyOf(company)).slice(2)).toMatchObject([
      { what: 'bank-payment.cancelled', actor: person.id, detail: { id: waiting.id, before: 'readyToSign' } },
      { what: 'bank-payment.cancelled', actor: person.id, detail: { id: signed.id, before: 'signed' } },
    ])
    // What is in a file has no box any more, and a form that was made by hand does not cancel it.
    expect(Object.keys(boxesOf(await visitor.get(path)))).toEqual([])
    const digest = (await historyOf(company)).find(({ detail }) => detail.id === filed.id)?.detail.digest
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const form = { csrf, decision: 'cancel', proof: PASSWORD, [`payment-${filed.id}`]: String(digest) }
    expect((await visitor.post(`${path}/decide`, form)).status).toBe(409)
  })

  test('without an account to pay from the page says so', async () => {
    const { company, visitor, path } = await newWorld()
    await paid(company)
    const page = await decided(visitor, path)
    expect(words(page)).toContain('Företaget har inget bankkonto')
    expect(page.text).not.toContain('Skapa betalfil')
  })
})

/** Enables two-factor login for the logged-in user. */
const turnedOn = async (visitor: Visitor): Promise<{ code: () => string; recovery: string }> => {
  const offer = await visitor.get('/account/second-factor')
  const secret = (/<code>([^<]+)<\/code>/.exec(offer.text)?.[1] ?? '').replaceAll(' ', '')
  const code = () => generateSync({ secret, epoch: service.now().getTime() / 1000 })
  const page = await visitor.submit(offer, { code: code(), password: PASSWORD }, { action: '/account/second-factor' })
  return { code, recovery: /<li>([0-9a-z]{4}(?:-[0-9a-z]{4})+)<\/li>/.exec(page.text)?.[1] ?? '' }
}
