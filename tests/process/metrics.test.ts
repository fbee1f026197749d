// Figures of the programs, on ports of their own.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { newServedDataDir, type RunningService, start, startFailing, startMain, until } from '#support/programs'
import { figure, namesIn } from '#support/reading/figures'
import { request } from '#support/service'

const dataDir = await newServedDataDir()
const TOKEN = 'en-lang-hemlighet-for-matvarden'

let service: RunningService
beforeAll(async () => {
  service = await startMain({ env: { DATA_DIR: dataDir, METRICS_PORT: '0', METRICS_TOKEN: TOKEN } }, ['--no-demo'])
})
afterAll(async () => {
  await service.stop()
})

const addressIn = (said: string): string => /metrics are served at (http:\S+)"/.exec(said)?.[1] ?? ''

test('a service has them on the port of the settings, on this machine alone, and not beside the API', async () => {
  const url = addressIn(service.said())
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  expect((await request(url)).status).toBe(401)
  expect((await request(url.replace('metrics', 'other'))).status).toBe(404)
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect((await request(url, { method: 'POST', headers })).status).toBe(405)
  const { status, text } = await request(url, { headers })
  expect(status).toBe(200)
  expect(figure(text, 'grundbok_build_info', { version: '0.1.0' })).toBe(1)
  const clean = { kind: 'tokens.forget', outcome: 'done' }
  await expect
    .poll(async () => figure((await request(url, { headers })).text, 'grundbok_job_attempts_total', clean))
    .toBe(1)
  expect((await request(service.base.replace('/v1', '/metrics'), { headers })).status).toBe(404)
})

test('what docs, dashboard and alert rules name is what a service tells, and nothing is left unsaid', async () => {
  const { text } = await request(addressIn(service.said()), { headers: { authorization: `Bearer ${TOKEN}` } })
  const told = namesIn(text)
  const docs = readFileSync('docs/guides/operations.md', 'utf8')
  const rows = [...docs.matchAll(/^\| `((?:grundbok|process|nodejs)_\w+)`/gm)].map(([, name = '']) => name)
  expect(rows.sort()).toEqual(told)

  const named = (expression: string) =>
    (expression.match(/\b(?:grundbok|process|nodejs)_\w+/g) ?? []).map((name) =>
      told.includes(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''),
    )
  const dashboard = JSON.parse(readFileSync('deploy/grafana/grundbok.json', 'utf8'))
  type Panel = { title: string; type: string; targets?: { expr: string }[] }
  const panels: Panel[] = dashboard.panels
  expect(panels.length).toBeGreaterThan(10)
  for (const { title, type, targets = [] } of panels) {
    expect(targets.length > 0 || type === 'row', title).toBe(true)
    for (const { expr } of targets) {
      expect(named(expr), `${title}: ${expr}`).not.toEqual([])
      expect(named(expr).filter((name) => !told.includes(name))).toEqual([])
    }
  }
  const rules = parse(readFileSync('deploy/alerts.yml', 'utf8')).groups.flatMap(
    (group: { rules: Rule[] }) => group.rules,
  )
  expect(rules.length).toBeGreaterThan(8)
  for (const { alert, expr, labels, annotations } of rules as Rule[]) {
    expect(named(expr), alert).not.toEqual([])
    expect(named(expr).filter((name) => !told.includes(name))).toEqual([])
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.description, alert).toMatch(/\w/)
    expect(docs, alert).toContain(alert)
  }
})

type Rule = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

test('a worker has its own; where its port is taken it works all the same, and a service does not start', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const taken = String(typeof address === 'object' ? address?.port : '')
  const worker = [process.execPath, 'dist/worker.js']
  const seen = start(worker, { env: { DATA_DIR: dataDir, METRICS_PORT: '0' } })
  await until(() => addressIn(seen.said()) !== '')
  expect(figure((await request(addressIn(seen.said()))).text, 'grundbok_database_up')).toBe(1)
  seen.kill('SIGTERM')
  expect((await seen.ended).code).toBe(0)

  const unseen = start(worker, { env: { DATA_DIR: dataDir, METRICS_PORT: taken } })
  await until(() => unseen.said().includes('the worker is running'))
  expect(unseen.said()).toContain('METRICS_PORT could not be used')
  unseen.kill('SIGTERM')
  expect((await unseen.ended).code).toBe(0)

  const { code, stderr } = await startFailing({ DATA_DIR: dataDir, METRICS_PORT: taken }, ['--no-demo'])
  expect([code, stderr]).toEqual([
    1,
    `Grundbok did not start. Port ${taken} on 127.0.0.1 is taken; set METRICS_PORT to another one.\n`,
  ])
  other.close()
})
