import * as z from 'zod/mini'
import { serverKey, setting, SettingsError } from './values.ts'

/** The keys before the current ones, accepted as well while their senders are changed over: docs/rotating.md. */
export type PreviousKeys = {
  adminApiKey: string | undefined
  gateRunnerKey: string | undefined
  backendKey: string | undefined
  metricsToken: string | undefined
  linkKey: string | undefined
}

const before = (name: string) =>
  `the \`${name}\` before a change; accepted as well until this setting is removed`

export const previousKeysEnvironment = {
  ADMIN_API_KEY_PREVIOUS: setting(z.optional(serverKey()), before('ADMIN_API_KEY')),
  GATE_RUNNER_KEY_PREVIOUS: setting(z.optional(serverKey()), before('GATE_RUNNER_KEY')),
  BACKEND_KEY_PREVIOUS: setting(
    z.optional(serverKey()),
    'another `BACKEND_KEY`, whose public half is published as well; nothing is signed with it',
  ),
  LINK_KEY_PREVIOUS: setting(
    z.optional(serverKey()),
    'the `LINK_KEY` before a change; links that it signed stay valid until this setting is removed',
  ),
  METRICS_TOKEN_PREVIOUS: setting(
    z.optional(z.string().check(z.minLength(16, 'it must have at least 16 characters'))),
    before('METRICS_TOKEN'),
  ),
  OIDC_CLIENT_SECRET_PREVIOUS: setting(
    z.optional(z.string()),
    'the `OIDC_CLIENT_SECRET` before a change; sent if the provider refuses the current one, until this setting is removed',
  ),
}

const environment = z.object(previousKeysEnvironment)

/** Refuses a previous key without a current one: removing the wrong line would leave the old key valid. */
export function previousKeys(
  read: z.output<typeof environment>,
  given: Record<string, string | undefined>,
): PreviousKeys {
  for (const name of Object.keys(previousKeysEnvironment)) {
    const current = name.replace('_PREVIOUS', '')
    if (given[name] !== undefined && given[current] === undefined) {
      throw new SettingsError(`${name} needs ${current}: set the new one there, or unset both.`)
    }
  }
  return {
    adminApiKey: read.ADMIN_API_KEY_PREVIOUS,
    gateRunnerKey: read.GATE_RUNNER_KEY_PREVIOUS,
    backendKey: read.BACKEND_KEY_PREVIOUS,
    metricsToken: read.METRICS_TOKEN_PREVIOUS,
    linkKey: read.LINK_KEY_PREVIOUS,
  }
}
