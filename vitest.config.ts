import { configDefaults, defineConfig } from 'vitest/config'

/** What runs on Node although its package is for browsers. */
const commandLine = 'shell/remote-kit/src/cli/**/*.test.ts'

/** A busy machine is slow, and no test asserts a time; in ms. */
const testTimeout = 30_000

const browserLike = ['shared-ui', 'shell', 'mf-*']

export default defineConfig({
  test: {
    // All cores: by default one is left idle, which on two cores is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          // No test mocks a module or keeps anything in one, so files share what they import.
          isolate: false,
          testTimeout,
          include: ['api/**/*.test.ts', 'scripts/**/*.test.ts', commandLine],
        },
      },
      {
        test: {
          name: 'screens',
          environment: 'happy-dom',
          // As on the server: what a file leaves on the page is swept before the next one.
          isolate: false,
          setupFiles: 'shell/remote-kit/src/testing-setup.ts',
          testTimeout,
          unstubGlobals: true,
          include: browserLike.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...configDefaults.exclude, commandLine],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
