import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

// A running portal is walked completely.
process.env['TEST_LONG'] ??= '1'

/**
 * The journeys that only read and don't depend on the sample foundation, run against an existing
 * portal.
 */
export default defineConfig({
  ...journeys,
  globalSetup: './support/deployed-portal.ts',
  // Admin journeys only if there is an admin session.
  grep: process.env['QA_ADMIN_SESSION'] ? /@deployed/ : /@deployed(?!-admin)/,
  // Some of these repeat for the sample what other journeys test.
  grepInvert: [],
  outputDir: '../test-results/qa',
  reporter: [['list']],
})
