import { expect, it } from 'vitest'
import { localAddress } from './local-address.ts'

const origin = 'https://portal.example'

it.each([
  ['/meetings/2026/q/3?material=agenda#page', '/meetings/2026/q/3?material=agenda#page'],
  [`${origin}/directory`, '/directory'],
  ['', '/'],
  ['/a/../directory', '/directory'],
  // Without slashes it has the portal's own host.
  ['https:directory', '/directory'],
])('keeps the portal’s own address %s', (address, local) => {
  expect(localAddress(address, origin)).toBe(local)
})

it.each([
  'https://evil.example/',
  'https://portal.example.evil.example/',
  'http://portal.example/',
  '//evil.example/x',
  '/.//evil.example/x',
  '/..//evil.example/x',
  '/%2e//evil.example/x',
  '/%2e%2e//evil.example/x',
  '/a/..//evil.example/x',
  '/./\\evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/.//',
  'javascript:alert(1)',
  'data:text/html,x',
])('refuses %j', (address) => {
  expect(localAddress(address, origin)).toBeUndefined()
})
