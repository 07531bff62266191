import { existsSync, globSync } from 'node:fs'
import { type BrowserType, firefox, webkit } from '@playwright/test'
import { findProgram } from './debian-packages.ts'

/** The engines of the smoke journeys. */
export type EngineName = 'firefox' | 'webkit'

/** A browser with one of these engines, by how it is driven. */
export type Engine =
  | { by: 'bidi'; program: string }
  | { by: 'webdriver'; driver: string; display: string; scripts: string | undefined }
  | { by: 'playwright'; type: BrowserType }

/**
 * Debian's packages for an engine. WebKit has no headless mode, so it gets a display. `gjs` runs a window of it that prints
 * without a dialog.
 */
export const enginePackages: Record<EngineName, string[]> = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'gjs', 'gir1.2-webkit2-4.1'],
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
    return driver && display ? { by: 'webdriver', driver, display, scripts: findGjs() } : undefined
  },
}

/** The program that runs scripts with WebKit, if it has WebKit's interface. */
function findGjs(): string | undefined {
  const [types] = globSync('/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib')
  return types === undefined ? undefined : findProgram(['gjs-console', 'gjs'])
}

/** Whether the engine is there with everything that its journeys can use. */
export function isComplete(name: EngineName): boolean {
  const engine = findEngine(name)
  return engine !== undefined && !(engine.by === 'webdriver' && engine.scripts === undefined)
}

/** Playwright drives only its own builds of these two. */
function playwrightsOwn(type: BrowserType): Engine | undefined {
  return existsSync(type.executablePath()) ? { by: 'playwright', type } : undefined
}
