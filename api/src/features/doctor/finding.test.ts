import { describe, expect, it } from 'vitest'
import { runChecks } from './finding.ts'

describe('the checks', () => {
  it('runs the checks of every part, even if another one fails', async () => {
    const findings = await runChecks([
      {
        part: 'one',
        run: async () => Promise.reject(new Error('It is down')),
        remedy: 'Start it.',
      },
      {
        part: 'two',
        run: () => new Promise(() => undefined),
        timeout: 20,
        remedy: 'Look at it.',
      },
      { part: 'three', run: async () => 'well' },
    ])
    expect(findings).toEqual([
      { part: 'one', verdict: 'wrong', message: 'It is down. Start it.' },
      { part: 'two', verdict: 'wrong', message: 'No response within 0.02 s. Look at it.' },
      { part: 'three', verdict: 'ok', message: 'well' },
    ])
  })
})

describe('the errors of the system', () => {
  it.each([
    [{ code: 'ENOENT', path: '/drive' }, '/drive: there is no such file or folder. Mount it.'],
    [{ code: 'EACCES', path: '/drive' }, '/drive: the portal’s user may not use it. Mount it.'],
    [
      { code: 'ENOTFOUND', hostname: 'cal.example' },
      'cal.example: its name isn’t known to DNS. Mount it.',
    ],
    [{ code: 'ECONNREFUSED', address: '::1', port: 80 }, '::1:80: nothing listens there.'],
    [{ code: 'EXDEV' }, 'EXDEV: as Node says. Mount it.'],
  ])('are shown in words: %o', async (fields, sentence) => {
    const error = Object.assign(new Error(`${fields.code}: as Node says`), fields)
    const check = { part: 'drive', run: () => Promise.reject(error), remedy: 'Mount it.' }
    expect((await runChecks([check]))[0]!.message).toContain(sentence)
  })
})
