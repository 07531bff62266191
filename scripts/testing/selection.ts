import { readFileSync } from 'node:fs'
import path from 'node:path'
import { changedSince, defaultBase, reachedBy } from './changed.ts'
import { importGraph, testFiles } from './import-graph.ts'
import { type Item, itemsOf, parseShard } from './shards.ts'
import { engines, type Selection } from './suites.ts'

const root = path.resolve(import.meta.dirname, '../..')

export const durationsFile = path.join(import.meta.dirname, 'durations.json')

/** What nobody has timed yet, in seconds. */
const untimed = 5

const everything: Selection = { checks: true, engines }

/** Which tests to run, with a sentence for a choice that isn't obvious. */
export type Chosen = { selection: Selection; reason?: string }

/** The tests that what differs from `base` can reach. */
export async function selectChanged(base = defaultBase(), isLong = false): Promise<Chosen> {
  const changed = changedSince(base)
  if (changed.length === 0) {
    return {
      selection: { checks: false, units: [], journeys: [], engines: [] },
      reason: `Nothing differs from ${base}.`,
    }
  }
  const reached = reachedBy(changed, await importGraph())
  if ('everythingBecauseOf' in reached) {
    return {
      selection: everything,
      reason: `Everything runs: ${reached.everythingBecauseOf} can affect every test.`,
    }
  }
  const { units, journeys } = filesByKind(inRun(reached.tests, isLong))
  return {
    selection: { checks: true, units, journeys, engines: [] },
    reason: `${changed.length} changed files reach ${units.length} files of unit tests and ${journeys.length} of journeys.`,
  }
}

/** One of several shards of everything, by the recorded durations. */
export function selectShard(text: string, isLong = false): Chosen {
  const shard = parseShard(text)
  const recorded = JSON.parse(readFileSync(durationsFile, 'utf8')) as Record<string, number>
  const files = inRun(testFiles(), isLong)
  const items: Item[] = ['checks', ...engines, ...files].map((name) => {
    return { name, seconds: recorded[name] ?? untimed }
  })
  const chosen = itemsOf(shard, items)
  return {
    selection: {
      checks: chosen.has('checks'),
      ...filesByKind(files.filter((file) => chosen.has(file))),
      engines: engines.filter((engine) => chosen.has(engine)),
    },
  }
}

function filesByKind(files: string[]): { units: string[]; journeys: string[] } {
  const isJourney = (file: string) => file.startsWith('e2e/')
  return {
    units: files.filter((file) => !isJourney(file)).toSorted(),
    journeys: files.filter((file) => isJourney(file)).toSorted(),
  }
}

/** Leaves out journeys that this run has nothing of: Playwright fails if it finds no test in what it is given. */
function inRun(files: Iterable<string>, isLong: boolean): string[] {
  return [...files].filter(
    (file) =>
      !file.startsWith('e2e/') ||
      (!file.startsWith('e2e/smoke/') && (isLong || hasOrdinaryJourney(file))),
  )
}

/** Whether a file has a journey without the tag `@long`. */
export function hasOrdinaryJourney(file: string): boolean {
  const source = readFileSync(path.join(root, file), 'utf8')
  const count = (part: RegExp) => source.match(part)?.length ?? 0
  return count(/^ *test\(/gm) > count(/\{ tag: '@long' \}/g)
}
