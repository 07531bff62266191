import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { remoteName } from './releases.ts'
import { settingDeclaration, settingName, settingValue } from './setting-declaration.ts'

/** A flag that is on for a share of all people, in percent, and for cohorts. */
export const rollout = z.object({
  share: z.number().check(z.int(), z.gte(0), z.lte(100)),
  cohorts: z.array(z.enum(['qa', 'team'])).check(z.maxLength(2)),
})

const storedSettings = z.record(settingName, z.union([settingValue, rollout]))

/** A remote's settings, as its running releases declare them, and the values that were set. */
export const remoteSettings = z.object({
  remote: z.string(),
  /** The stable release's, in its order, then those that only the candidate has. */
  settings: z.array(
    z.extend(settingDeclaration, {
      /** The stable release doesn't have it. */
      candidateOnly: z.optional(z.literal(true)),
    }),
  ),
  /** By name; absent ones have their default. Also of settings that no running release has. */
  values: storedSettings,
  /** 0 if none was ever set. */
  revision: z.number(),
})
export type RemoteSettings = z.infer<typeof remoteSettings>

const params = z.object({ remote: remoteName })

export const getRemoteSettings = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/settings',
  callers: 'adminsAndReleaseToken',
  summary: 'A remote’s settings and their values; for admins and holders of its token.',
  params,
  reply: remoteSettings,
})

export const saveRemoteSettings = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/settings',
  callers: 'adminsAndReleaseToken',
  summary:
    'Replaces the values of a remote’s settings; a setting without one has its default. Takes effect with the next page load. A token may change only the settings that the stable release marks for its team. Every reader of the remote can see the values, so they contain no secrets.',
  params,
  body: z.object({ values: storedSettings }),
  revised: true,
  reply: remoteSettings,
  fresh: true,
})
