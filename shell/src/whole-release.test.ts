import { expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { stageOf } from './failure-stage.ts'
import { wholeRelease } from './whole-release.ts'

const integrity = `sha384-${'a'.repeat(64)}`

/** A release in brief, and the record at its address. */
function listed(name: string, record: object = {}) {
  const { base, ...manifest } = composedRelease({ name, release: '1.0.0-a', global: name })
  const files = [{ file: 'container.js', integrity, size: 1 }]
  const answer = vi.fn(async () => Response.json({ ...manifest, files, ...record }))
  vi.stubGlobal('fetch', answer)
  return { brief: { ...manifest, base, brief: true as const }, files, answer }
}

it('reads the record once and has its files then', async () => {
  const { brief, files, answer } = listed('news')
  const [one, other] = await Promise.all([wholeRelease(brief), wholeRelease(brief)])
  expect(one).toMatchObject({ name: 'news', base: brief.base, files })
  expect(one).not.toHaveProperty('brief')
  expect(other).toBe(one)
  const asked = answer.mock.calls.length
  await wholeRelease(brief)
  expect(answer).toHaveBeenCalledTimes(asked)
})

it('refuses the record of another release, and asks again the next time', async () => {
  const { brief } = listed('forms', { release: '2.0.0-b' })
  const error = await wholeRelease(brief).catch((reason: unknown) => reason)
  expect(stageOf(error)).toBe('check')
  listed('forms')
  expect(await wholeRelease(brief)).toMatchObject({ release: '1.0.0-a' })
})

it('fails as a download when there is no record', async () => {
  const { brief } = listed('polls')
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const error = await wholeRelease(brief).catch((reason: unknown) => reason)
  expect(stageOf(error)).toBe('download')
})

it('needs no request for a whole release', async () => {
  const { answer } = listed('votes')
  const whole = composedRelease({ name: 'votes' })
  expect(await wholeRelease(whole)).toBe(whole)
  expect(answer).not.toHaveBeenCalled()
})
