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
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
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
