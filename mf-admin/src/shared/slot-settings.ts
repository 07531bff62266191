import {
  getSlotSettings,
  saveSlotSettings,
  slotSettings,
  type SlotSettings,
} from '@portal/contract/slot-settings'
import { slotTypeId } from '@portal/domain/set-aside'
import type { Slot } from '@portal/domain/slot-names'
import type { Call } from '@portal/remote-kit/client'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import { useMemo } from 'react'
import { currentAuthor, errorMessage } from './api-errors.ts'
import { adminQuery, useChange } from './queries.ts'
import { notifyMembersScreens } from './quarter-queries.ts'
import { useOtherAdmin } from './rights/admin-rights.ts'
import { storedIn, useAct } from './use-act.ts'

const slotSettingsKey = ['admin', 'slot-settings']

/** Which slots and cards are set aside. */
export function slotSettingsQuery(call: Call) {
  return adminQuery(call, getSlotSettings, slotSettingsKey)
}

export type IsSetAside = (slot: Slot) => boolean

/** Whether a slot is set aside; none is while that isn't known. The same function until the settings change. */
export function useIsSetAside(): IsSetAside {
  const { call } = usePortal()
  const { data } = useQuery(slotSettingsQuery(call))
  const setAside = data?.setAside
  return useMemo(() => (slot: Slot) => setAside?.includes(slotTypeId(slot)) ?? false, [setAside])
}

type Use = { slot: Slot; settings: SlotSettings; isUsed: boolean }

/** Sets a slot aside, or uses it again. */
export function useSlotUse(done: (sent: Use) => void) {
  const client = useQueryClient()
  const otherAdmin = useOtherAdmin()
  const keep = (stored: SlotSettings) => client.setQueryData(slotSettingsKey, stored)
  const change = useChange(
    (call, { slot, settings: { setAside, revision }, isUsed }: Use) => {
      const others = setAside.filter((id) => id !== slotTypeId(slot))
      return call(saveSlotSettings, {
        body: { setAside: isUsed ? others : [...others, slotTypeId(slot)] },
        revision: revision ?? 'new',
      })
    },
    {
      supersedes: slotSettingsKey,
      onSuccess: (stored, { slot }) => {
        keep(stored)
        notifyMembersScreens(slot.kind)
      },
      stale: [slotSettingsKey],
      staleShared: [mappingsKey],
    },
  )
  return useAct(change, {
    done: (_, sent) => done(sent),
    failure: (error) => {
      const newer = storedIn(slotSettings, error)
      if (!newer) return errorMessage(error) ?? 'This could not be saved. Please try again.'
      keep(newer)
      return `${otherAdmin(currentAuthor(error))} has set slots aside meanwhile. Look at them, and try again.`
    },
  })
}
