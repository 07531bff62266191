import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

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
  const found = process.env['CHROMIUM'] ?? onMachine() ?? playwrightsOwn() ?? debianPackage()
  if (found) return found
  throw new Error(
    'No browser was found for the tests: install Chromium or Chrome, or run "npx playwright install chromium".',
  )
}

function onMachine(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...candidates, ...usual].find(runs)
}

function playwrightsOwn(): string | undefined {
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

function debianPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`  No browser found: installing Debian’s ${debianName} …`)
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', debianName], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch {
    return undefined
  }
  return onMachine()
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
