import { expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { stageOf } from './failure-stage.ts'
import { completeRelease } from './complete-release.ts'

const integrity = `sha384-${'a'.repeat(64)}`

/** A release in brief, and the record at its address. */
function listed(name: string, record: object = {}) {
  const { base, ...manifest } = composedRelease({ name, release: '1.0.0-a', global: name })
  const files = [{ file: 'container.js', integrity, size: 1 }]
  const answer = vi.fn(async () => Response.json({ ...manifest, files, ...record }))
  vi.stubGlobal('fetch', answer)
  return { brief: { ...manifest, base, brief: true as const }, files, answer }
}

it('reads the record once, and adds its files', async () => {
  const { brief, files, answer } = listed('news')
  const [first, second] = await Promise.all([completeRelease(brief), completeRelease(brief)])
  expect(first).toMatchObject({ name: 'news', base: brief.base, files })
  expect(first).not.toHaveProperty('brief')
  expect(second).toBe(first)
  const before = answer.mock.calls.length
  await completeRelease(brief)
  expect(answer).toHaveBeenCalledTimes(before)
})

it('keeps the settings, which the record doesn’t have', async () => {
  const { brief } = listed('clubs')
  const settingValues = { greeting: 'Hello' }
  expect(await completeRelease({ ...brief, settingValues })).toMatchObject({ settingValues })
})

it('refuses the record of another release, and requests it again the next time', async () => {
  const { brief } = listed('forms', { release: '2.0.0-b' })
  const error = await completeRelease(brief).catch((reason: unknown) => reason)
  expect(stageOf(error)).toBe('check')
  listed('forms')
  expect(await completeRelease(brief)).toMatchObject({ release: '1.0.0-a' })
})

it('fails as a download when there is no record', async () => {
  const { brief } = listed('polls')
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const error = await completeRelease(brief).catch((reason: unknown) => reason)
  expect(stageOf(error)).toBe('download')
})

it('needs no request for a complete release', async () => {
  const { answer } = listed('votes')
  const whole = composedRelease({ name: 'votes' })
  expect(await completeRelease(whole)).toBe(whole)
  expect(answer).not.toHaveBeenCalled()
})
