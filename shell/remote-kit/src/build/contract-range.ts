import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contractRange, contractVersion } from '@portal/contract/releases'
import * as z from 'zod/mini'

const packageFile = z.object({
  portal: z.optional(z.object({ contractRange: z.optional(z.string()) })),
})

/**
 * The versions of the API's contract that a remote supports: `portal.contractRange` in its
 * `package.json`, else the minor it is built against.
 */
export function contractRangeOf(dir: string): string {
  const text = readFileSync(path.join(dir, 'package.json'), 'utf8')
  const named = z.parse(packageFile, JSON.parse(text)).portal?.contractRange
  if (named === undefined) return `^${minorOf(contractVersion)}.0`
  if (z.safeParse(contractRange, named).success) return named
  throw new Error(`package.json has the contractRange ${named}: it must have the form ^1.0.0.`)
}

/** The lowest version of a caret range. */
export function lowestOf(range: string): string {
  return range.slice(1)
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}
