import type { Settings } from '../../platform/env/env.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = Pick<Settings, 'adminApiKey' | 'gateRunnerKey'> & {
  metricsToken: string | undefined
}

/** Checks that the secrets chosen by operators can't be guessed. */
export function secretsCheck({ adminApiKey, gateRunnerKey, metricsToken }: Options): Check {
  return {
    part: 'secrets',
    async run() {
      const given = Object.entries({
        ADMIN_API_KEY: adminApiKey,
        GATE_RUNNER_KEY: gateRunnerKey,
        METRICS_TOKEN: metricsToken,
      })
      const set = given.filter((entry): entry is [string, string] => entry[1] !== undefined)
      const weak = set.filter(([, secret]) => isGuessable(secret)).map(([name]) => name)
      if (weak.length > 0)
        throw new CheckFailure(
          `${weak.join(' and ')} could be guessed. Generate a new one with openssl rand -hex 32.`,
        )
      const same = set.filter(
        ([, secret]) => set.filter(([, other]) => other === secret).length > 1,
      )
      if (same.length > 0) {
        throw new CheckFailure(
          `${same.map(([name]) => name).join(' and ')} are the same, so whoever holds one has the rights of the other. Generate a new one for each.`,
        )
      }
      const names = set.map(([name]) => name)
      return names.length > 0 ? `${names.join(', ')}: strong` : 'none is set, and none is needed'
    },
  }
}

/** Few distinct characters, repeated sequences, or runs such as `abcdef` or `123456`. */
export function isGuessable(secret: string): boolean {
  const triples = Array.from({ length: Math.max(0, secret.length - 2) }, (_, at) =>
    secret.slice(at, at + 3),
  )
  const steps = triples.filter((triple) => {
    const [a, b, c] = [0, 1, 2].map((at) => triple.charCodeAt(at)) as [number, number, number]
    return b - a === c - b && Math.abs(b - a) <= 1
  })
  const different = new Set(secret).size
  const isRepeating = new Set(triples).size < triples.length * 0.8
  return different < 8 || isRepeating || steps.length > triples.length / 4
}
