import { afterEach, describe, expect, it } from 'vitest'
import { readRoutes, startedScreens } from './exposed-routes.ts'

const global = 'news_1_0_0_a'
const page = globalThis as unknown as Record<string, unknown>
const expose = (get: () => Promise<() => unknown>) => (page[global] = { get })
const read = (limit = 60_000) => readRoutes({ global, limit })
const portal = { release: '1.0.0-a', url: 'http://127.0.0.1:4711', seen: [], thrown: undefined }

afterEach(() => delete page[global])

describe('the routes of a running release', () => {
  it('are its screens with their headings', async () => {
    const Component = () => null
    const routes = [
      { path: 'news', children: [{ index: true, Component, handle: { heading: 'News' } }] },
    ]
    expose(async () => () => ({ default: { routes } }))
    expect(startedScreens(await read(), portal)).toEqual([{ path: '/news', heading: 'News' }])
  })

  it('can’t be read if its code throws: then the fault is the message and the stack', async () => {
    expose(async () => () => {
      const error = new TypeError('No board is set.')
      error.stack = `TypeError: No board is set.\n    at load (${portal.url}/remotes/news/1.0.0-a/container.js:1:204)\n    at readRoutes (eval at evaluate (:370:30), <anonymous>:24:22)`
      throw error
    })
    expect(startedScreens(await read(), portal)).toBe(
      `1.0.0-a doesn’t start in the shell: it threw TypeError: No board is set.
    at load (/remotes/news/1.0.0-a/container.js:1:204)`,
    )
  })

  it('can’t be read if a chunk is missing, or if text is thrown', async () => {
    expose(() => Promise.reject(new Error('Loading chunk 17 failed.')))
    expect(startedScreens(await read(), portal)).toMatch(
      /^1\.0\.0-a doesn’t start in the shell: it threw Error: Loading chunk 17 failed\.\n {4}at /,
    )
    expose(async () => () => {
      throw 'only text' // oxlint-disable-line no-throw-literal
    })
    expect(
      startedScreens(await read(), { ...portal, seen: ['only text', 'it shows “News”'] }),
    ).toBe('1.0.0-a doesn’t start in the shell: it shows “News”; it threw only text')
  })

  it('are given up when the container is still loading at the deadline', async () => {
    expose(() => new Promise(() => {}))
    expect(startedScreens(await read(10), portal)).toContain(
      'it threw Error: ./remote was still loading after 0.01 s',
    )
  })

  it('don’t exist if the container’s own script throws', async () => {
    const thrown = `Error: The entry fails.\n    at ${portal.url}/remotes/news/1.0.0-a/container.js:1:9`
    const seen = ['it threw The entry fails.', 'Error: Failed to load script resources']
    expect(startedScreens(await read(), { ...portal, seen, thrown })).toBe(
      `1.0.0-a doesn’t start in the shell: Error: Failed to load script resources; it threw Error: The entry fails.
    at /remotes/news/1.0.0-a/container.js:1:9`,
    )
  })

  it('don’t exist without a container', async () => {
    expect(startedScreens(await read(), portal)).toBe('1.0.0-a doesn’t start in the shell.')
  })

  it('give a fault that a verdict has room for', async () => {
    expose(() => Promise.reject(new Error('long '.repeat(1000))))
    expect(startedScreens(await read(), portal).length).toBeLessThan(900)
  })
})
