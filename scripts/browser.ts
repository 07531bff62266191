import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { canInstall, findProgram, installDebianPackages } from './debian-packages.ts'

/**
 * The headless shell first: the same engine needs a third less of the machine for the same
 * journeys.
 */
const debianName = 'chromium-headless-shell'
const names = [debianName, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usual = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * A Chromium for tests: one on this machine, else Playwright's own, else Debian's package when
 * running as root.
 */
export function findBrowser(): string {
  const browser = installedBrowser() ?? debianPackage()
  if (browser) return browser
  throw new Error(
    'No browser was found for the tests: install Chromium or Chrome, or run "npx playwright install chromium".',
  )
}

/** The same without installing one. */
export function installedBrowser(): string | undefined {
  return process.env['CHROMIUM'] ?? onMachine() ?? playwrightsOwn()
}

function onMachine(): string | undefined {
  return findProgram(names, usual)
}

function playwrightsOwn(): string | undefined {
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

function debianPackage(): string | undefined {
  return canInstall() && installDebianPackages([debianName]) ? onMachine() : undefined
}
