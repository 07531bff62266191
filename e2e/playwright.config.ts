import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { browserArgs } from './support/browser-args.ts'
import { everyCombination } from './support/counts.ts'

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // These run in other engines: smoke.config.ts.
  testIgnore: 'smoke/**',
  ...(everyCombination ? {} : { grepInvert: /@long/ }),
  // A separate folder: it is emptied before every run.
  outputDir: '../test-results/journeys',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: !!process.env['CI'],
  // A journey that passes only in the second attempt is reported as flaky, not hidden.
  retries: process.env['CI'] ? 1 : 0,
  // A busy machine is slow, and no test asserts a time.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../test-results/journeys.json' },
    ],
  ],
  use: {
    ...desktop,
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // Recording doubles the cost of a journey, so CI records only the retry of a failed one;
    // `playwright test --trace on` records all.
    trace: process.env['CI'] ? 'on-first-retry' : 'off',
    launchOptions: {
      executablePath: findBrowser(),
      args: browserArgs,
    },
  },
})
