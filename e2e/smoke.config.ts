import { defineConfig } from '@playwright/test'
import type { EngineName } from '../scripts/engines.ts'
import journeys from './playwright.config.ts'
import { everyCombination } from './support/counts.ts'

/** What WebKit alone holds in an ordinary run: both engines run the journeys through all pages and a paper. */
const inOneEngine = /selected words/

/** The smoke journeys in the other engines of the portal's readers, both at once. */
export default defineConfig<object, { engine: EngineName }>({
  ...journeys,
  testMatch: 'smoke/*.spec.ts',
  testIgnore: [],
  outputDir: '../test-results/smoke',
  fullyParallel: false,
  workers: 2,
  use: { trace: 'off' },
  projects: [
    { name: 'WebKit', use: { engine: 'webkit' } },
    {
      name: 'Firefox',
      use: { engine: 'firefox' },
      ...(everyCombination ? {} : { grepInvert: [/@long/, inOneEngine] }),
    },
  ],
})
