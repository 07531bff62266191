import type { Settings } from '../../platform/env/env.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = Pick<Settings, 'adminApiKey' | 'gateRunnerKey'> & {
  backendKey?: string | undefined
  metricsToken: string | undefined
  /** The keys before these. */
  previousKeys?: Partial<Settings['previousKeys']>
  /** `OIDC_CLIENT_SECRET_PREVIOUS`. */
  previousClientSecret?: string | undefined
}

/** Checks that the secrets chosen by operators can't be guessed, and names those that are being replaced. */
export function secretsCheck(options: Options): Check {
  const { adminApiKey, gateRunnerKey, backendKey, metricsToken } = options
  const { previousKeys, previousClientSecret } = options
  return {
    part: 'secrets',
    async run() {
      const given = Object.entries({
        ADMIN_API_KEY: adminApiKey,
        GATE_RUNNER_KEY: gateRunnerKey,
        BACKEND_KEY: backendKey,
        METRICS_TOKEN: metricsToken,
        ADMIN_API_KEY_PREVIOUS: previousKeys?.adminApiKey,
        GATE_RUNNER_KEY_PREVIOUS: previousKeys?.gateRunnerKey,
        BACKEND_KEY_PREVIOUS: previousKeys?.backendKey,
        METRICS_TOKEN_PREVIOUS: previousKeys?.metricsToken,
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
      const previous = [
        ...names.filter((name) => name.endsWith('_PREVIOUS')),
        ...(previousClientSecret === undefined ? [] : ['OIDC_CLIENT_SECRET_PREVIOUS']),
      ]
      if (previous.length > 0) {
        const caution = `still valid next to the new one: ${previous.join(', ')}. Remove each once everything sends the new one; docs/rotating.md has the steps.`
        return { caution }
      }
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
