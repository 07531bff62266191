import * as fc from 'fast-check'
import type { GeneratedRequest } from './generated-request.ts'

/** Excludes characters that HTTP forbids in headers, since they never reach an app. */
const latin = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
})
const junk = (...texts: string[]) => fc.oneof(fc.constantFrom(...texts), latin)

const hostileHeaders = fc.record(
  {
    authorization: junk(
      'Bearer ',
      'Bearer null',
      'Bearer a.b.c',
      'Basic YTpi',
      'bearer owner',
      `Bearer ${'x'.repeat(9000)}`,
    ),
    cookie: junk(
      '__session=',
      '__session=a.b.c',
      '__session=%00; __session=x',
      ';;;=;',
      `a=${'x'.repeat(9000)}`,
    ),
    'content-type': junk(
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/json, text/html',
    ),
    'content-length': fc.constantFrom('0', '-1', '99999999999', 'x'),
    'if-match': junk('"', '"1', '*', 'W/', '"9007199254740993"', '"01"'),
    'if-none-match': junk('*', 'W/', '"",""', ','.repeat(2000)),
    'if-range': junk('"x"', 'yesterday'),
    range: junk(
      'bytes=',
      'bytes=-',
      'bytes=-0',
      'bytes=5-1',
      'bytes=0-0',
      'bytes=-1',
      'bytes=0-1,3-4',
      'bytes=99999999999999999999-',
      'lines=1-2',
      `bytes=${'0-0,'.repeat(500)}`,
    ),
    'accept-encoding': junk('br', 'br;q=0', 'gzip;q=x', '*'),
    'x-forwarded-for': junk('127.0.0.1', '::1'),
    'x-admin-key': junk('x', 'undefined'),
    'x-http-method-override': fc.constant('DELETE'),
    origin: junk('null', 'https://evil.example'),
  },
  { requiredKeys: [] },
)
const hostileMethods = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'PROPFIND',
  'M-SEARCH',
  'get',
)
const hostileTails = fc.oneof(
  fc.constantFrom(
    '',
    '/',
    '//',
    '/..',
    '/%2e%2e/%2e%2e',
    '/%00',
    '/%zz',
    '/%E0%A4%A',
    ';x=1',
    '%20',
    '?',
    '?a=1&a=2',
    '?__proto__=1',
    '?limit[]=1',
    '?%00=%00',
    '#x',
    '/' + 'a'.repeat(5000),
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const hostileBodies = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '{',
    '{"a":1,"a":2}',
    '{"__proto__":{"isAdmin":true}}',
    '"\\ud800"',
    '1e999',
    '[1,]',
    '\ufeff{}',
    '['.repeat(100_000),
    `{"title":"${'m'.repeat(100_000)}"}`,
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
    '--x\r\n\r\n',
  ),
  fc.json(),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
)

export function hostileRequest(
  valid: fc.Arbitrary<GeneratedRequest>,
): fc.Arbitrary<GeneratedRequest> {
  return fc
    .tuple(valid, fc.option(hostileMethods), hostileTails, hostileHeaders, fc.option(hostileBodies))
    .map(([request, method, tail, headers, body]) => ({
      ...request,
      kind: 'hostile' as const,
      method: method ?? request.method,
      path: `${request.path}${tail}`,
      headers: { ...request.headers, ...headers },
      ...(body === null ? {} : { body }),
    }))
}
