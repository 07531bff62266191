import { readFileSync } from 'node:fs'
import path from 'node:path'
import { changedSince, defaultBase, reachedBy } from './changed.ts'
import { importGraph, testFiles } from './import-graph.ts'
import { type Item, itemsOf, parseShard } from './shards.ts'
import { engines, type Selection } from './suites.ts'

export const durationsFile = path.join(import.meta.dirname, 'durations.json')

/** What nobody has timed yet, in seconds. */
const untimed = 5

const everything: Selection = { checks: true, engines }

/** Which tests to run, with a sentence for a choice that isn't obvious. */
export type Chosen = { selection: Selection; reason?: string }

/** The tests that what differs from `base` can reach. */
export async function selectChanged(base = defaultBase()): Promise<Chosen> {
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
  const { units, journeys } = filesByKind([...reached.tests])
  return {
    selection: { checks: true, units, journeys, engines: [] },
    reason: `${changed.length} changed files reach ${units.length} files of unit tests and ${journeys.length} of journeys.`,
  }
}

/** One of several shards of everything, by the recorded durations. */
export function selectShard(text: string): Chosen {
  const shard = parseShard(text)
  const recorded = JSON.parse(readFileSync(durationsFile, 'utf8')) as Record<string, number>
  const files = testFiles().filter((file) => !file.startsWith('e2e/smoke/'))
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
    journeys: files.filter((file) => isJourney(file) && !file.startsWith('e2e/smoke/')).toSorted(),
  }
}
