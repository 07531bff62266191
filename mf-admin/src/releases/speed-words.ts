import type { ComparedSpeed } from '@portal/contract/release-health'
import { vitalsInWords } from '@portal/contract/vitals'

/** A comparison with the stable release, in words. */
export function speedInWords({ verdict, people, metrics }: ComparedSpeed): string {
  switch (verdict) {
    case 'few':
      return `Too few people to compare it: ${people.candidate} with it and ${people.stable} with the current release, outside the cohorts. Ten of each are needed.`
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
