import { getSetup, saveSetup, type Setup } from '@portal/contract/setup'
import type { Call } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { readStored, removeStored, store } from '@portal/remote-kit/device-storage'
import { useQueryClient } from '@portal/remote-kit/query'
import { errorMessage } from '../shared/api-errors.ts'
import { adminQuery, useChange } from '../shared/queries.ts'
import { useAct } from '../shared/use-act.ts'

const setupKey = ['admin', 'setup']

/** Which of the first steps are done. Other screens, and other people, do them. */
export function setupQuery(call: Call) {
  return adminQuery(call, getSetup, setupKey)
}

/** Puts the list of first steps away, or shows it again; `done` is called once that is saved. */
export function useSaveSetup(done?: () => void) {
  const client = useQueryClient()
  const saving = useChange(
    (call, { isPutAway, revision }: Pick<Setup, 'isPutAway' | 'revision'>) =>
      call(saveSetup, { body: { isPutAway }, revision: revision ?? 'new' }),
    {
      supersedes: setupKey,
      onSuccess: (saved) => client.setQueryData(setupKey, saved),
      stale: [setupKey],
    },
  )
  return useAct(saving, {
    ...(done && { done }),
    failure: (error) => errorMessage(error) ?? 'This could not be saved. Please try again.',
  })
}

/** Whether this device has shown the list: it then stays when its last step is done. */
export function useSeenSetup() {
  const key = `firstSteps:${usePortal().person.uid}`
  return {
    get: () => readStored('localStorage', key) === true,
    set: (isSeen: boolean): void => {
      if (isSeen) store('localStorage', key, true)
      else removeStored('localStorage', key)
    },
  }
}
