import { availableParallelism } from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Tests that run on Node although their package is for browsers. */
const withoutPage = [
  'shell/remote-kit/src/cli/**/*.test.ts',
  'shell/remote-kit/src/client.test.ts',
  'shared-ui/src/silence.test.ts',
]

/** Tests that mostly wait, for emulators, processes and deadlines. */
const waiting = [
  'scripts/{monitoring,moving.long,packages,packages.long,readme-commands,rspack-command,upgrades,upgrades.long}.test.ts',
  'api/src/adapters/{firestore,gcs,google}/**/*.test.ts',
  'api/src/features/sync/**/*.test.ts',
  'api/src/testing/{main,drain,killed-under-load}.test.ts',
  'api/src/platform/http/{admission,slow-clients}.test.ts',
  'api/commands/doctor.test.ts',
  'shell/remote-kit/src/cli/frame-check.test.ts',
]

const isLong = process.env['TEST_LONG'] === '1'

/** Files that only `test --long` runs. */
const left = [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.{ts,tsx}'])]

/**
 * A busy machine is slow, and no test asserts a time; in ms. A test that passes only in the second
 * attempt is reported as flaky.
 */
const patient = {
  retry: process.env['CI'] ? 1 : 0,
  // Many random cases take as long as they take.
  testTimeout: isLong ? 3_600_000 : 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

const browserLike = ['shared-ui', 'shell', 'mf-*']

export default defineConfig({
  test: {
    // One more than there are cores: some suites wait for an emulator, for processes and for deadlines.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // In order of name: the waiting suites run in parallel with the others.
      onNode('long', waiting),
      onNode('server', ['api/**/*.test.ts', 'scripts/**/*.test.ts', ...withoutPage], waiting),
      {
        test: {
          name: 'screens',
          environment: 'happy-dom',
          // pdf.js warns on Node about its other build.
          alias: { 'pdfjs-dist/build/pdf.min.mjs': 'pdfjs-dist/legacy/build/pdf.min.mjs' },
          // A pressed download link would leave the page that the following files render into.
          environmentOptions: {
            happyDOM: {
              settings: {
                navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
              },
            },
          },
          // As on the server: what a file leaves on the page is removed before the next one.
          isolate: false,
          setupFiles: [
            'scripts/testing/frames-setup.ts',
            'scripts/testing/queries-setup.ts',
            'shell/remote-kit/src/testing-setup.ts',
            'shell/remote-kit/src/busy-machine-setup.ts',
          ],
          ...patient,
          include: browserLike.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...left, ...withoutPage],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})

function onNode(
  name: string,
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      environment: 'node',
      // No test mocks a module or keeps state in one, so files share their imports.
      isolate: false,
      setupFiles: 'api/src/testing/setup.ts',
      // Compiling the portal is most of the work of a process that a test starts.
      env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, '.cache/node') },
      ...patient,
      include,
      exclude: [...left, ...exclude],
    },
  }
}
