import type { ComparedSpeed, ComparedVital } from '@portal/contract/release-health'
import { vitalMetric } from '@portal/contract/vitals'
import { type VitalMetric, vitalValueAt } from '@portal/domain/vitals'
import { type Counts, percentile, type SpeedTally, total } from './vital-tally.ts'

/** Of both releases; decision 0064 explains these numbers. */
export const fewestPeople = 10

/** How many standard errors: the portal evaluates after every report, so one in 20 would be too many. */
const certainty = 3.5

/** A candidate that is slower by less stays, however certain that is. */
const leastRatio = 1.15

/**
 * In each metric's unit: differences outside `from` and `to` are noticed by nobody, or say nothing
 * about the release; `least` is the smallest difference that counts.
 */
const scales: Record<VitalMetric, { from: number; to: number; least: number }> = {
  lcp: { from: 200, to: 10_000, least: 100 },
  inp: { from: 40, to: 2000, least: 30 },
  cls: { from: 10, to: 1000, least: 20 },
  frame: { from: 50, to: 2000, least: 50 },
}

/** The smallest credible standard deviation, in doublings: a bucket's width. */
const leastSpread = 0.25

/**
 * Whether a candidate is clearly slower than the stable release. Pages of the same route are
 * compared, and one person's pages don't count as independent: a release has as many observations
 * as it has people.
 */
export function speedVerdict(candidate: SpeedTally, stable: SpeedTally): ComparedSpeed {
  const people = { candidate: candidate.people, stable: stable.people }
  const metrics = vitalMetric.options.flatMap(
    (metric) => comparedVital(metric, candidate, stable) ?? [],
  )
  const isEnough = Math.min(people.candidate, people.stable) >= fewestPeople
  if (!isEnough || metrics.length === 0) {
    const undecided = metrics.map((metric) => ({ ...metric, isSlower: false }))
    return { verdict: 'few', people, metrics: undecided }
  }
  const isSlower = metrics.some((metric) => metric.isSlower)
  return { verdict: isSlower ? 'slower' : 'similar', people, metrics }
}

/** Undefined if there is no route that both were measured on. */
function comparedVital(
  metric: VitalMetric,
  candidate: SpeedTally,
  stable: SpeedTally,
): ComparedVital | undefined {
  const routes = sharedRoutes(metric, candidate, stable)
  if (routes.length === 0) return undefined
  const values = {
    candidate: percentile(weighted(routes.map(({ own }) => [own, 1])), 0.75),
    // Other routes in other proportions would make another number.
    stable: percentile(
      weighted(routes.map(({ own, other }) => [other, total(own) / total(other)])),
      0.75,
    ),
  }
  const { ratio, atLeast } = ratioOf(metric, routes, candidate.people, stable.people)
  const isSlower =
    ratio >= leastRatio && atLeast > 1 && values.candidate - values.stable >= scales[metric].least
  return { metric, ...values, isSlower }
}

type Route = { own: Counts; other: Counts }

function sharedRoutes(metric: VitalMetric, candidate: SpeedTally, stable: SpeedTally): Route[] {
  const others = stable.counts.get(metric)
  return [...(candidate.counts.get(metric) ?? [])].flatMap(([route, own]) => {
    const other = others?.get(route)
    return other ? [{ own, other }] : []
  })
}

function weighted(parts: [counts: Counts, weight: number][]): Counts {
  const sums = new Map<number, number>()
  for (const [counts, weight] of parts) {
    for (const [bucket, count] of counts) {
      sums.set(bucket, (sums.get(bucket) ?? 0) + count * weight)
    }
  }
  return sums
}

/** How many times slower, by the means of the logarithms, and the lower bound of that. */
function ratioOf(
  metric: VitalMetric,
  routes: Route[],
  people: number,
  otherPeople: number,
): { ratio: number; atLeast: number } {
  const each = routes.map(({ own, other }) => ({
    own: momentsOf(metric, own),
    other: momentsOf(metric, other),
  }))
  const ownShare = independentShare(
    each.map(({ own }) => own),
    people,
  )
  const otherShare = independentShare(
    each.map(({ other }) => other),
    otherPeople,
  )
  const variance = Math.max(
    leastSpread ** 2,
    varianceOf(each.map(({ own }) => own)),
    varianceOf(each.map(({ other }) => other)),
  )
  // A route counts in proportion to how certain its difference is.
  const weights = each.map(
    ({ own, other }) => 1 / (1 / (own.count * ownShare) + 1 / (other.count * otherShare)),
  )
  const weight = sum(weights)
  const difference =
    sum(each.map(({ own, other }, n) => weights[n]! * (own.mean - other.mean))) / weight
  const error = Math.sqrt(variance / weight)
  return { ratio: 2 ** difference, atLeast: 2 ** (difference - certainty * error) }
}

type Moments = { count: number; mean: number; squares: number }

/** Of the values' logarithms, in doublings; `squares` is the sum of the squared deviations. */
function momentsOf(metric: VitalMetric, counts: Counts): Moments {
  const { from, to } = scales[metric]
  const values = [...counts].map(([bucket, count]) => ({
    count,
    value: Math.log2(Math.min(to, Math.max(from, vitalValueAt(bucket + 0.5)))),
  }))
  const count = total(counts)
  const mean = sum(values.map((value) => value.count * value.value)) / count
  const squares = sum(values.map((value) => value.count * (value.value - mean) ** 2))
  return { count, mean, squares }
}

/** Within the routes. One page of each doesn't show how much pages differ. */
function varianceOf(routes: Moments[]): number {
  const freedom = sum(routes.map(({ count }) => count - 1))
  return freedom > 0 ? sum(routes.map(({ squares }) => squares)) / freedom : 0
}

/** What share of the pages counts as independent. */
function independentShare(routes: Moments[], people: number): number {
  return Math.min(1, people / sum(routes.map(({ count }) => count)))
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
