import { type VitalMetric, vitalBucketOf } from '@portal/domain/vitals'
import { speedVerdict } from './speed-verdict.ts'
import type { SpeedTally } from './vital-tally.ts'

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type SimulatedCandidate = {
  /** People chosen at random for the candidate, and those who run the stable release. */
  people: { candidate: number; stable: number }
  /** How many times slower each page of the candidate is. */
  slower: number
  /** How often the portal evaluates the candidate while the reports arrive. */
  looks: number
}

/** Routes with their typical largest paint in ms, and how many of the pages they are. */
const routes = [
  { route: '/', paint: 900, share: 0.5 },
  { route: '/meetings/:year/q/:quarter', paint: 1400, share: 0.8 },
  { route: '/directory', paint: 2200, share: 1 },
]

/** Spread of devices and connections, which differ more than one person's pages do; as natural logarithms. */
const spread = { people: 0.5, pages: 0.35 }

/** Measured pages of a person. */
const pagesOf = (random: () => number) => 1 + Math.floor(random() * 6)

/** Whether any evaluation stops the simulated candidate. */
export function isStopped(
  { people, slower, looks }: SimulatedCandidate,
  random: () => number,
): boolean {
  const candidate = simulated(people.candidate, slower, random)
  const stable = simulated(people.stable, 1, random)
  return Array.from({ length: looks }, (_, n) => (n + 1) / looks).some((share) => {
    const tallyOf = (pages: Page[][]) => talliedOf(pages.slice(0, Math.ceil(pages.length * share)))
    return speedVerdict(tallyOf(candidate), tallyOf(stable)).verdict === 'slower'
  })
}

type Page = { route: string; values: Partial<Record<VitalMetric, number>> }

function simulated(people: number, slower: number, random: () => number): Page[][] {
  return Array.from({ length: people }, () => {
    const device = Math.exp(spread.people * normal(random))
    return Array.from({ length: pagesOf(random) }, () => pageOf(device * slower, random))
  })
}

function pageOf(factor: number, random: () => number): Page {
  const drawn = random()
  const { route, paint } = routes.find(({ share }) => drawn < share)!
  const noise = () => factor * Math.exp(spread.pages * normal(random))
  return {
    route,
    values: {
      lcp: paint * noise(),
      // A page without an input has none.
      ...(random() < 0.7 ? { inp: 70 * noise() ** 1.2 } : {}),
      cls: random() < 0.8 ? 0 : 40 * noise(),
      frame: random() < 0.3 ? 0 : 120 * noise(),
    },
  }
}

function talliedOf(people: Page[][]): SpeedTally {
  const counts = new Map<string, Map<string, Map<number, number>>>()
  for (const { route, values } of people.flat()) {
    for (const [metric, value] of Object.entries(values)) {
      const byRoute = counts.get(metric) ?? new Map<string, Map<number, number>>()
      counts.set(metric, byRoute)
      const histogram = byRoute.get(route) ?? new Map<number, number>()
      byRoute.set(route, histogram)
      const bucket = vitalBucketOf(value)
      histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1)
    }
  }
  return { people: people.length, counts }
}

/** The Box–Muller transform. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
