import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** The journeys that only read and need nothing of the sample foundation, against a portal that runs somewhere. */
export default defineConfig({
  ...journeys,
  globalSetup: './support/deployed-portal.ts',
  // An admin's only where there is one.
  grep: process.env['QA_ADMIN_SESSION'] ? /@deployed/ : /@deployed(?!-admin)/,
  outputDir: '../test-results/qa',
  reporter: [['list']],
})
