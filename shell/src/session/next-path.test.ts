import { expect, it } from 'vitest'
import { nextPath, signInPath } from './next-path.ts'

const origin = 'https://portal.example'

it('returns to the page that was requested', () => {
  const requested = '/meetings/2026/q/3?material=agenda'
  expect(nextPath(signInPath(requested).slice('/login'.length), origin)).toBe(requested)
})

it.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  '/.//evil.example/x',
  '/%2e//evil.example/x',
  '/a/..//evil.example/x',
  'javascript:alert(1)',
  '/login?next=/login',
  '',
])('ignores %s', (next) => {
  expect(nextPath(`?next=${encodeURIComponent(next)}`, origin)).toBe('/')
})
