import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'
import { signInAttacks } from '../scripts/testing/suites.ts'
import { everyCombination } from './support/counts.ts'

// The attacks on portals that sign people in themselves. Workers read this file too.
process.env['ATTACKED_IDENTITY'] = 'portal'

const { globalSetup: _setup, ...usual } = journeys

export default defineConfig({
  ...usual,
  testDir: './attacks',
  // The others are the same for any account.
  ...(everyCombination
    ? {}
    : { testMatch: signInAttacks.map((file) => file.replace('e2e/attacks/', '')) }),
  // These attack the embedded set, whose accounts are the emulator's.
  testIgnore: ['guest.spec.ts', 'mail-scanner.spec.ts', 'password-set-by-admin.spec.ts'],
  grepInvert: [/Sign Out leaves no paper/, ...(everyCombination ? [] : [/@long/])],
  outputDir: '../test-results/own-accounts',
})
