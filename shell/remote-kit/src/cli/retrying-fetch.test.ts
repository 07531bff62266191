import { describe, expect, it } from 'vitest'
import { retryingFetch } from './retrying-fetch.ts'

/** Responds in order: with a status, or not at all. */
function answering(...answers: (number | 'cut' | Response)[]) {
  const waits: number[] = []
  let requests = 0
  const fetch = retryingFetch({
    tries: 4,
    firstWait: 100,
    wait: async (ms) => waits.push(ms),
    fetch: async () => {
      const answer = answers[requests++]!
      if (answer === 'cut') throw new TypeError('fetch failed')
      return answer instanceof Response ? answer : new Response('', { status: answer })
    },
  })
  return { fetch, waits, requests: () => requests }
}

describe('a retrying fetch', () => {
  it('retries after a missing response and after temporary failures, with growing delays', async () => {
    const { fetch, waits } = answering('cut', 503, 429, 200)
    expect((await fetch('http://x')).status).toBe(200)
    expect(waits).toEqual([100, 200, 400])
  })

  it.each([200, 404, 409, 412, 500])('returns %i without retrying', async (status) => {
    const { fetch, requests } = answering(status)
    expect((await fetch('http://x')).status).toBe(status)
    expect(requests()).toBe(1)
  })

  it('returns the last response after the last attempt', async () => {
    expect((await answering(503, 503, 503, 503).fetch('http://x')).status).toBe(503)
    await expect(answering('cut', 'cut', 'cut', 'cut').fetch('http://x')).rejects.toThrow('failed')
  })

  it('waits as long as the response asks, within limits', async () => {
    const later = (seconds: string) =>
      new Response('', { status: 429, headers: { 'retry-after': seconds } })
    const { fetch, waits } = answering(later('7'), later('86400'), later('soon'), 200)
    await fetch('http://x')
    expect(waits).toEqual([7000, 30_000, 400])
  })
})
