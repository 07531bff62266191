import type { ComparedSpeed } from '@portal/contract/release-health'
import { vitalsInWords } from '@portal/contract/vitals'

/** A comparison with the stable release, in words. */
export function speedInWords({ verdict, people, metrics }: ComparedSpeed): string {
  switch (verdict) {
    case 'few':
      return `Too few people to compare it. Outside the cohorts, ${measured(people.candidate)} with it and ${measured(people.stable)} with the current release; ten of each are needed.`
    case 'similar':
      return `Not clearly slower than the current release, measured with ${people.candidate} and ${people.stable} people.`
    case 'slower': {
      const slower = metrics.filter(({ isSlower }) => isSlower)
      const told = slower.map(({ metric, candidate, stable }) =>
        vitalsInWords(metric, candidate, stable),
      )
      return `Slower than the current release: ${told.join(', ')}. The portal is about to deny it.`
    }
  }
}

function measured(people: number): string {
  return people === 1 ? '1 person was measured' : `${people} people were measured`
}
