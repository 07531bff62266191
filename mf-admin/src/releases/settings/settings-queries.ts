import {
  getRemoteSettings,
  type RemoteSettings,
  saveRemoteSettings,
} from '@portal/contract/remote-settings'
import type { Call } from '@portal/remote-kit/client'
import { useQueryClient } from '@portal/remote-kit/query'
import { adminQuery, useChange } from '../../shared/queries.ts'
import { releasesKey } from '../release-queries.ts'

export function settingsQuery(call: Call, remote: string) {
  const params = { remote }
  return adminQuery(call, getRemoteSettings, [...releasesKey, remote, 'settings'], { params })
}

export function useSaveSettings() {
  const client = useQueryClient()
  return useChange(
    (call, change: Pick<RemoteSettings, 'remote' | 'values' | 'revision'>) => {
      const { remote, values, revision } = change
      const body = { values }
      const based = revision === 0 ? ('new' as const) : revision
      return call(saveRemoteSettings, { params: { remote }, body, revision: based })
    },
    {
      onSuccess: (saved, { remote }) =>
        client.setQueryData<RemoteSettings>([...releasesKey, remote, 'settings'], saved),
      stale: [releasesKey],
    },
  )
}
