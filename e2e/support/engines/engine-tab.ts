import { existsSync, readFileSync, rmSync } from 'node:fs'

/**
 * What the smoke journeys need of a browser: as little as possible, because each engine has its own
 * protocol. `reader.ts` finds things and waits on top of it.
 */
export type EngineTab = {
  open: (url: string) => Promise<void>
  back: () => Promise<void>
  /** The value of an expression in the page. */
  evaluate: (expression: string) => Promise<unknown>
  /** Presses the pointer in the window, in CSS pixels. */
  click: (x: number, y: number) => Promise<void>
  /** Presses the pointer at one place and lets go of it at another. */
  drag: (from: Point, to: Point) => Promise<void>
  type: (text: string) => Promise<void>
  pressEnter: () => Promise<void>
  screenshot: () => Promise<Buffer>
  /** What the page has printed last, by the browser's own print operation, and takes it away; not in every browser. */
  takePrinted?: () => Uint8Array | undefined
  /** Turns the screen by 90 degrees. */
  turn?: () => Promise<void>
  /** Console errors, uncaught errors and violations of the security policy so far. */
  complaints: () => Promise<string[]>
  close: () => Promise<void>
}

/** In the window, in CSS pixels. */
type Point = { x: number; y: number }

/** Readers have iPads: WebKit gets the size of one in portrait. */
export const windowSize = {
  firefox: { width: 1280, height: 800 },
  webkit: { width: 834, height: 1112 },
}

/** Takes the file that a browser printed, if there is one. */
export function takeFile(file: string): Uint8Array | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  // It may still be written.
  if (!bytes.subarray(-64).includes('%%EOF')) return undefined
  rmSync(file)
  return bytes
}

export type WindowSize = { width: number; height: number }

/** Runs first in every page: no protocol but Chromium’s reports violations of the policy. */
export function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
    console.error(`Violated the security policy: ${violatedDirective} ${blockedURI} ${sourceFile}`)
  })
}

/**
 * What Firefox reports as an error about a page that is left while it loads: a canceled file is
 * empty (that is the hash of nothing), a canceled request is read no further.
 */
const canceled = [
  /integrity.*OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdDTAzHv2P24donTt6\/529l\+9Ua0vFImLlb/s,
  /Failed to read data from the ReadableStream: “(?:AbortError|TypeError: Error in input stream)/,
]

/** Whether it is about the page, and not about leaving it. */
export function isComplaint(text: string): boolean {
  return !canceled.some((pattern) => pattern.test(text))
}
