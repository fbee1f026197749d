// Changes of headers: what a body is, keys against doing twice, what is known already, languages, and what is too much.
import type { Random } from './random.ts'
import type { Change } from './request.ts'

/** Each header with what may stand in it and what should not. */
const values: readonly (readonly [string, readonly string[]])[] = [
  [
    'content-type',
    [
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
      'APPLICATION/JSON',
      'text/plain',
      'application/json;',
      'application/json; charset="',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'x',
      '',
      '/',
      'application/json,',
      'application/vnd.api+json',
      'application/json; a=b; a=c',
      `application/json; x=${'y'.repeat(4000)}`,
    ],
  ],
  ['content-encoding', ['gzip', 'br', 'deflate', 'identity', 'identity, identity', 'x', '']],
  [
    'idempotency-key',
    ['', ' ', 'a', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(5000), 'å', '"', '\u00a0', '../..', 'null', "'--"],
  ],
  ['if-match', ['*', '""', '"x"', 'W/"x"', 'x', '"x", "y"', '"', '', ',,,', `${'"a",'.repeat(1500)}"b"`]],
  ['if-none-match', ['*', '""', '"x"', 'W/"x"', 'x', '"x", "y"', '"', '', `${'"a",'.repeat(1500)}"b"`]],
  ['if-modified-since', ['x', 'Wed, 21 Oct 2015 07:28:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', '9'.repeat(30)]],
  [
    'range',
    ['bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=999999999999-', 'bytes=0-1,0-1,0-1,5-6', 'x=1', 'bytes='],
  ],
  ['prefer', ['handling=strict', 'handling=lenient', 'handling=', 'wait=1', 'return=minimal', 'x'.repeat(3000)]],
  [
    'accept',
    ['*/*', 'text/html', 'application/json;q=0', 'text/csv', 'x', '', 'application/pdf', 'text/event-stream;q=0.1'],
  ],
  ['accept-language', ['sv', 'en', 'xx', '*', 'sv;q=NaN', `${'sv,'.repeat(1000)}en`, '', '-', 'å']],
  ['accept-encoding', ['gzip', 'br', '*;q=0', 'identity;q=0', 'x']],
  ['expect', ['100-continue']],
  ['origin', ['null', 'https://evil.example', 'x', '']],
  ['referer', ['x', 'https://evil.example/']],
  ['x-forwarded-for', ['1.2.3.4', 'x', '::1', '1.2.3.4, '.repeat(200)]],
  ['x-forwarded-proto', ['https', 'x']],
  ['x-http-method-override', ['DELETE', 'x']],
  ['cookie', ['', 'x', '=', ';;;', 'a=b; a=c', `session=${'x'.repeat(4000)}`, '__proto__=1', 'a="']],
  ['csrf-token', ['', 'x', 'x'.repeat(4000)]],
  [
    'authorization',
    ['', 'Bearer', 'Bearer ', 'Bearer x', 'Basic', 'Basic x', 'Basic Og==', 'bearer gb_', 'x', 'Bearer a b'],
  ],
  ['last-event-id', ['0', '-1', 'x', '99999999999999999999', '']],
  ['content-language', ['sv', 'x']],
  ['x-request-id', ['x', '\u00e5', 'x'.repeat(3000)]],
  ['user-agent', ['', '\u00ff', 'x'.repeat(6000)]],
  ['accept-charset', ['utf-16']],
  ['upgrade', ['h2c', 'websocket']],
  ['x-long', ['x'.repeat(14_000)]],
]

/** How often a header stands twice. */
const TWICE = 0.15

export const headerChange = (random: Random): Change => {
  const [name, among] = random.pick(values)
  const value = random.pick(among)
  const isMore = random.happens(TWICE)
  return {
    says: `${name}: ${value.slice(0, 50)}${isMore ? ' is added' : ''}`,
    apply: (draft) => {
      const others = isMore ? draft.headers : draft.headers.filter(([one]) => one.toLowerCase() !== name)
      return { ...draft, headers: [...others, [name, value]] }
    },
  }
}
