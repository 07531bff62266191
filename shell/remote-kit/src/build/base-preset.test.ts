import { loadCodeKey } from '@portal/shared-ui/load-code'
import { afterEach, expect, it, vi } from 'vitest'
import { ensureByLoadCode } from './base-preset.ts'

const key = Symbol.for(loadCodeKey)
const offer = (load: unknown) => Object.assign(globalThis, { [key]: load })
afterEach(() => offer(undefined))

/**
 * Chunk 1 has a script and a style sheet, 2 a script, and 3 nothing that isn't already on the page.
 */
const ensure = vi.fn(async (chunk: string | number) => `module of ${chunk}`)
const runtime = {
  ensure,
  url: (chunk: string | number) => `/assets/${chunk}.js`,
  cssUrl: (chunk: string | number) => `/assets/${chunk}.css`,
  scripts: { 1: 'sha384-a', 2: 'sha384-b' },
  styles: { 1: 'sha384-c' },
}

/** The runtime module as a build inserts it: as text. */
const built = () =>
  // oxlint-disable-next-line no-eval, typescript/no-unsafe-call -- this is what the build makes of it
  (0, eval)(`(${ensureByLoadCode.toString()})`)(runtime, loadCodeKey) as typeof ensure

it('loads all files of a chunk by the page’s rule', async () => {
  const requests: string[][] = []
  offer(async (urls: string[], add: () => Promise<unknown>, options: object) => {
    requests.push(urls)
    expect(options).toEqual({ isRepeatable: true })
    return add()
  })
  expect(await built()(1)).toBe('module of 1')
  expect(await built()(2)).toBe('module of 2')
  expect(await built()(3)).toBe('module of 3')
  expect(requests).toEqual([['/assets/1.js', '/assets/1.css'], ['/assets/2.js']])
})

it('rejects when a file is given up, and doesn’t call the runtime', async () => {
  ensure.mockClear()
  offer(() => Promise.reject(new Error('silent')))
  await expect(built()(1)).rejects.toThrow('silent')
  expect(ensure).not.toHaveBeenCalled()
})

it('falls back to the bundler’s loader without a shell', async () => {
  expect(await built()(1)).toBe('module of 1')
})
