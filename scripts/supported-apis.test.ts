import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { supportedBrowsers } from '../shell/remote-kit/src/build/supported-browsers.ts'

const root = path.resolve(import.meta.dirname, '..')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'supported-apis-'))
  await writeFile(
    path.join(folder, 'config.json'),
    JSON.stringify({
      jsPlugins: [path.join(root, 'scripts/supported-apis.ts')],
      categories: { correctness: 'off' },
      rules: { 'portal/supported-apis': 'error' },
    }),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the rule finds missing, by file. */
async function missingIn(files: Record<string, string>): Promise<Record<string, string[]>> {
  const paths = Object.keys(files).map((name) => path.join(folder, name))
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  const program = path.join(root, 'node_modules/.bin/oxlint')
  const options = ['-c', path.join(folder, 'config.json'), '--format=json', ...paths]
  const output = await new Promise<string>((resolve) => {
    execFile(program, options, { cwd: root }, (_, stdout) => resolve(stdout))
  })
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { filename: string; message: string }[]
  }
  const byFile = Map.groupBy(diagnostics, ({ filename }) => path.basename(filename))
  return Object.fromEntries(
    [...byFile].map(([name, all]) => [name, all.map(({ message }) => message.split(' is ')[0]!)]),
  )
}

it('finds web APIs that a supported browser lacks, unless the file tests for them', async () => {
  const missing = await missingIn({
    'used.ts': [
      "URL.parse('a')",
      "new Intl.Segmenter('en')",
      'AbortSignal.any([])',
      'Promise.try(() => 1)',
      'requestIdleCallback(() => {})',
      'document.startViewTransition(() => {})',
      'navigator.gpu',
      'new CloseWatcher()',
      'bytes.toBase64()',
    ].join('\n'),
    'tested.ts': [
      "if ('parse' in URL) URL.parse('a')",
      'requestIdleCallback?.(() => {})',
      'globalThis.requestIdleCallback ?? setTimeout',
      "if (typeof CloseWatcher !== 'undefined') new CloseWatcher()",
    ].join('\n'),
    'other.ts': [
      'const URL = { parse: (text: string) => text }',
      "URL.parse('a')",
      'Map.groupBy([], String)',
      'Promise.withResolvers()',
      'list.toSorted().take().union()',
      'type Words = Map<string, Intl.Segmenter>',
    ].join('\n'),
  })
  expect(missing).toEqual({
    'used.ts': [
      'URL.parse',
      'Intl.Segmenter',
      'AbortSignal.any',
      'Promise.try',
      'requestIdleCallback',
      'document.startViewTransition',
      'navigator.gpu',
      'CloseWatcher',
      'toBase64()',
    ],
  })
})

it('names the supported browsers in the docs', async () => {
  const [chrome, safari, , firefox] = supportedBrowsers.map((text) => text.split(' ').at(-1))
  expect(await readFile(path.join(root, 'docs/operating.md'), 'utf8')).toContain(
    `Chrome and Edge ${chrome}, Safari ${safari} (also on iPads and iPhones) and Firefox ${firefox}`,
  )
})
