import { existsSync } from 'node:fs'
import { type BrowserType, firefox, webkit } from '@playwright/test'
import { findProgram } from './debian-packages.ts'

/** The engines of the smoke journeys. */
export type EngineName = 'firefox' | 'webkit'

/** A browser with one of these engines, by how it is driven. */
export type Engine =
  | { by: 'bidi'; program: string }
  | { by: 'webdriver'; driver: string; display: string }
  | { by: 'playwright'; type: BrowserType }

/** Debian's packages for an engine. WebKit's MiniBrowser has no headless mode, so it gets a display. */
export const enginePackages: Record<EngineName, string[]> = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
}

/** Debian's browser, else Playwright's own. */
export function findEngine(name: EngineName): Engine | undefined {
  return debians[name]() ?? playwrightsOwn(name === 'firefox' ? firefox : webkit)
}

const debians: Record<EngineName, () => Engine | undefined> = {
  firefox: () => {
    const program = findProgram(['firefox-esr'])
    return program ? { by: 'bidi', program } : undefined
  },
  webkit: () => {
    const driver = findProgram(['WebKitWebDriver'])
    const display = findProgram(['Xvfb'])
    return driver && display ? { by: 'webdriver', driver, display } : undefined
  },
}

/** Playwright drives only its own builds of these two. */
function playwrightsOwn(type: BrowserType): Engine | undefined {
  return existsSync(type.executablePath()) ? { by: 'playwright', type } : undefined
}
