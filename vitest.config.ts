import { defineConfig } from 'vitest/config'

const browserLike = [
  'shared-ui',
  'shell',
  'mf-meetings',
  'mf-governance',
  'mf-directory',
  'mf-admin',
]

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
          include: ['api/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'screens',
          environment: 'happy-dom',
          include: browserLike.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
