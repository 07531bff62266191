import { configDefaults, defineConfig } from 'vitest/config'

/** What runs on Node although its package is for browsers. */
const commandLine = 'shell/remote-kit/src/cli/**/*.test.ts'

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
          include: ['api/**/*.test.ts', 'scripts/**/*.test.ts', commandLine],
        },
      },
      {
        test: {
          name: 'screens',
          environment: 'happy-dom',
          unstubGlobals: true,
          include: browserLike.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...configDefaults.exclude, commandLine],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
