import type { Person } from '@portal/contract/portal'
import type { RemoteSettings } from '@portal/contract/remote-settings'
import { bytesOf, settingFault } from '@portal/domain/remote-settings'
import { settingLimits } from '@portal/domain/setting-limits'
import { isDeepStrictEqual } from 'node:util'
import { mustRelease, type ReleaseTokenHolder } from '../../../access.ts'
import { recordChange, refuseOvertaken } from '../../../platform/audit/record-change.ts'
import { changedSince, recordUndo, type Restoring } from '../../../platform/audit/restoring.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../../platform/store/stored-body.ts'
import { Refusal } from '../../../refusal.ts'
import {
  pointersCollection,
  releaseKey,
  releasesCollection,
  settingsCollection,
} from '../release-records.ts'

type Values = RemoteSettings['values']
type Declared = RemoteSettings['settings']

export type RemoteSettingsService = {
  get: (caller: Person | ReleaseTokenHolder, remote: string) => Promise<RemoteSettings>
  /** A repeated request gets its first answer. */
  save: (
    caller: Person | ReleaseTokenHolder,
    remote: string,
    values: Values,
    revision: number | 'new',
  ) => Promise<RemoteSettings>
  /** Undoes a save. The values of before must fit what is declared now. */
  restoring: Restoring
}

type Parts = { store: DocumentStore; now: () => Date }

/** The values of a remote's settings. A candidate's declaration gives its team no rights: the stable release's counts. */
export function createRemoteSettingsService({ store, now }: Parts): RemoteSettingsService {
  return {
    async get(caller, remote) {
      mustRelease(caller, remote)
      const stored = await settingsCollection.in(store).get(remote)
      return shown(remote, await declaredBy(store, remote), stored)
    },

    async save(caller, remote, values, given) {
      mustRelease(caller, remote)
      // Settings that were never saved have revision 0, from which they may be.
      const revision = given === 0 ? 'new' : given
      const next = { values }
      return store.transaction(async (transaction) => {
        const declared = await declaredBy(transaction, remote)
        const stored = await settingsCollection.in(transaction).get(remote)
        const reply = (document: typeof stored) => shown(remote, declared, document)
        const isSame = stored !== undefined && isSameBody(bodyOf(stored), next)
        if (isSame && stored.revision === (revision === 'new' ? 0 : revision) + 1) {
          return reply(stored)
        }
        const overtaken = { current: stored, revision, subject: remote, shown: reply }
        await refuseOvertaken(transaction, overtaken)
        if (isSame) return reply(stored)
        const isToken = 'releaseToken' in caller
        refuseUnfit(declared, stored?.values ?? {}, values, { isToken })
        const after = await settingsCollection.in(transaction).put(remote, next, stored)
        await recordChange(transaction, {
          at: now(),
          by: caller,
          what: 'release settings saved',
          subject: remote,
          before: stored?.values,
          after: values,
        })
        return reply(after)
      })
    },

    async restoring(transaction, person, change) {
      const { subject: remote } = change
      const [before, saved] = [change.before ?? {}, change.after] as Values[]
      const stored = await settingsCollection.in(transaction).get(remote)
      if (!stored || !isDeepStrictEqual(stored.values, saved)) throw changedSince()
      const declared = await declaredBy(transaction, remote)
      refuseUnfit(declared, stored.values, before!, { isToken: false })
      return async () => {
        await settingsCollection.in(transaction).put(remote, { values: before! }, stored)
        const undo = { at: now(), by: person, before: stored.values, after: before! }
        await recordUndo(transaction, change, undo)
      }
    },
  }
}

/** The settings of the stable release, then those that only the candidate has. */
async function declaredBy(store: StoreOperations, remote: string): Promise<Declared> {
  const pointer = await pointersCollection.in(store).get(remote)
  const settingsOf = async (release: string | undefined) => {
    if (release === undefined) return []
    const record = await releasesCollection.in(store).get(releaseKey(remote, release))
    return record?.manifest.settings ?? []
  }
  const stable = await settingsOf(pointer?.stable)
  const candidate = await settingsOf(pointer?.candidate?.release)
  const names = new Set(stable.map(({ name }) => name))
  const added = candidate.filter(({ name }) => !names.has(name))
  return [...stable, ...added.map((setting) => ({ ...setting, candidateOnly: true as const }))]
}

/** Refuses changed values that their setting can't have, or that this caller may not set. What stays is kept unseen. */
function refuseUnfit(
  declared: Declared,
  before: Values,
  values: Values,
  { isToken }: { isToken: boolean },
): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(values)])]
  for (const name of names.filter((each) => !isDeepStrictEqual(before[each], values[each]))) {
    const setting = declared.find((other) => other.name === name)
    const value = values[name]
    if (isToken && (!setting?.team || setting.candidateOnly)) {
      throw new Refusal(
        'forbidden',
        `The running release doesn’t mark ${name} as a setting for its team: an admin sets it on Releases.`,
      )
    }
    if (value === undefined) continue
    if (!setting) throw new Refusal('invalid', `No running release has a setting called ${name}.`)
    const fault = settingFault(setting, value)
    if (fault !== undefined) throw new Refusal('invalid', `${setting.label}: ${fault}.`)
  }
  if (bytesOf(values) > settingLimits.bytes) {
    throw new Refusal(
      'tooLarge',
      `The values of a remote’s settings take at most ${settingLimits.bytes / 1024} KB.`,
    )
  }
}

function shown(
  remote: string,
  settings: Declared,
  stored: { values: Values; revision: number } | undefined,
): RemoteSettings {
  return { remote, settings, values: stored?.values ?? {}, revision: stored?.revision ?? 0 }
}
