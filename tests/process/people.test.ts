// The operator's commands for people, beside a running service, and its mails: first in the outbox, then by SMTP.
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  admin,
  adminJson,
  newServedDataDir,
  operate,
  operateJson,
  type RunningService,
  startMain,
  until,
} from '#support/programs'
import { newVisitor, PASSWORD } from '#support/visitor'

const dataDir = await newServedDataDir()
let service: RunningService
beforeAll(async () => {
  service = await startMain({ env: { DATA_DIR: dataDir } }, ['--no-demo'])
})
afterAll(() => service.stop())

const originOf = ({ base }: RunningService) => base.replace(/\/v1$/, '').replace('localhost', '127.0.0.1')
const create = (email: string, ...more: string[]) => [
  'user',
  'create',
  '--email',
  email,
  '--password',
  PASSWORD,
  '--name',
  'Karin Ek',
  ...more,
]
const newCompany = async (): Promise<string> => {
  const made = ['company', 'create', '--name', 'Test AB', '--organization-number', '559999-0008']
  return (await operateJson(dataDir, made)).id
}

test('a user that the operator makes logs in, and sees what they are a member of', async () => {
  const user = await adminJson(dataDir, create('karin@example.com', '--language', 'en'))
  expect(Object.keys(user)).toEqual(['id'])
  const company = await newCompany()
  const added = ['member', 'add', '--company', company, '--user', user.id, '--role', 'owner']
  expect(await operateJson(dataDir, added)).toEqual({ id: user.id, role: 'owner' })
  const named = ['--organization-number', '556677-8899', '--admin', 'Karin@Example.com']
  const agency = await operateJson(dataDir, ['agency', 'create', '--name', 'Byrån AB', ...named])
  expect(Object.keys(agency)).toEqual(['id'])
  const visitor = newVisitor({ origin: originOf(service) }, 'en')
  expect((await visitor.logIn('karin@example.com', PASSWORD)).url).toBe('/')
  const page = await visitor.get('/account')
  for (const text of ['Test AB', 'owner', 'Byrån AB', 'administrator']) expect(page.text).toContain(text)

  const listed = await adminJson(dataDir, ['user', 'list'])
  expect(listed.users).toEqual([{ id: user.id, name: 'Karin Ek', email: 'karin@example.com', language: 'en' }])
  const { agencies } = await operateJson(dataDir, ['agency', 'list'])
  expect(agencies).toEqual([{ id: agency.id, name: 'Byrån AB', organizationNumber: '556677-8899' }])
  const client = ['agency', 'add-company', '--agency', agency.id, '--company', company]
  expect(await operateJson(dataDir, client)).toEqual({ agencyId: agency.id, companyId: company })
  const left = client.with(1, 'remove-company')
  const ended = { tokens: [], connections: [] }
  expect(await operateJson(dataDir, left)).toEqual({ agencyId: agency.id, companyId: company, ...ended })
  const { mails } = await operateJson(dataDir, ['mail', 'list'])
  const subject = 'Test AB is no longer a client of Byrån AB'
  expect(mails).toMatchObject([{ to: 'karin@example.com', subject }])
  const second = await operateJson(dataDir, create('nils@example.com'))
  const tenant = ['--company', company]
  const member = ['--user', second.id]
  await operateJson(dataDir, ['member', 'add', ...tenant, ...member, '--role', 'reader'])
  await operateJson(dataDir, ['member', 'change', ...tenant, ...member, '--role', 'bookkeeper'])
  const { members } = await operateJson(dataDir, ['member', 'list', ...tenant])
  expect(members.map(({ role }: { role: string }) => role).sort()).toEqual(['bookkeeper', 'owner'])
  expect(await operateJson(dataDir, ['member', 'remove', ...tenant, ...member])).toEqual({ id: second.id })
})

test('what cannot be is refused with a sentence', async () => {
  const company = await newCompany()
  const unknown = '01a1fc0f-7662-70e7-bd2d-41b089fbb43f'
  const wrong: [string[], RegExp][] = [
    [create('fel'), /email must be an e-mail address/],
    [create('ny@example.com', '--language', 'fi'), /--language must be one of sv, en/],
    [['user', 'create', '--email', 'a@example.com', '--name', 'A'], /Missing: --password/],
    [['member', 'add', '--user', unknown, '--role', 'owner'], /either --company or --agency/],
    [['member', 'add', '--company', company, '--user', 'x', '--role', 'owner'], /--user: x is not an id/],
    [['member', 'add', '--company', company, '--user', unknown, '--role', 'owner'], /There is no person/],
    [['member', 'add', '--company', company, '--user', unknown, '--role', 'chef'], /role must be one of owner/],
    [['member', 'list', '--agency', unknown], /There is no agency/],
    [
      ['agency', 'create', '--name', 'B', '--organization-number', '556677-8899', '--admin', 'ingen@example.com'],
      /There is no person ingen@example.com/,
    ],
    [['mail', 'show', '--id', unknown], /there is no mail/],
  ]
  for (const [words, sentence] of wrong) {
    const { code, stderr } = await operate(dataDir, words)
    expect([words.join(' '), code, sentence.test(stderr)]).toEqual([words.join(' '), 1, true])
  }
})

test('mails wait in the outbox, where the operator reads their links, and go out once there is a server', async () => {
  const visitor = newVisitor({ origin: originOf(service) })
  const form = { name: 'Nils Ny', email: 'ny@example.com', password: PASSWORD }
  await visitor.submit(await visitor.get('/signup'), form, { action: '/signup' })
  const listed = await operateJson(dataDir, ['mail', 'list'])
  const mails = listed.mails.filter(({ to }: { to: string }) => to === 'ny@example.com')
  expect(mails).toMatchObject([{ to: 'ny@example.com', subject: 'Bekräfta din e-postadress', sentAt: null }])
  const shown = await admin(dataDir, ['mail', 'show', '--id', mails[0].id])
  const [link = ''] = /http:\S+/.exec(shown.stdout) ?? []
  const { pathname, search } = new URL(link)
  expect((await visitor.get(`${pathname}${search}`)).text).toContain('Bekräfta din adress')

  const received: string[] = []
  const post = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      received.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.on('data', () => {})
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
  const address = post.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await service.stop()
  service = await startMain({ env: { DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${port}` } }, ['--no-demo'])
  await until(async () => (await operateJson(dataDir, ['mail', 'list'])).mails[0].sentAt !== null)
  expect(received.filter((to) => to === 'ny@example.com')).toHaveLength(1)
  const gone = await operateJson(dataDir, ['mail', 'show', '--id', mails[0].id])
  expect(gone).toMatchObject({ text: null, attempts: 1 })
  await new Promise<void>((resolve) => post.close(() => resolve()))
})
