import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

// The attacks on portals that sign people in themselves; `test --long` runs them. Workers read this file too.
process.env['ATTACKED_IDENTITY'] = 'portal'

const { globalSetup: _setup, ...usual } = journeys

export default defineConfig({
  ...usual,
  testDir: './attacks',
  // These attack the embedded set, whose accounts are the emulator's.
  testIgnore: ['guest.spec.ts', 'mail-scanner.spec.ts', 'password-set-by-admin.spec.ts'],
  grepInvert: /Sign Out leaves no paper/,
  outputDir: '../test-results/own-accounts',
})
