import type { Person } from '@portal/contract/portal'
import {
  getSlotSettings,
  saveSlotSettings,
  type SlotSettings,
} from '@portal/contract/slot-settings'
import { slotOf } from '@portal/domain/ids'
import { slotTypeId, slotTypeIds } from '@portal/domain/set-aside'
import type { CardSlot, Slot } from '@portal/domain/slot-names'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import { recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import { isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'

export const storedSlotSettings = z.object({ setAside: z.array(z.string()) })

/** One document. */
const settingsCollection = defineCollection('slot_settings', storedSlotSettings)
export const slotSettingsId = 'slot-settings'

/** Which of the specification's slots and cards the foundation does without. Without any check of access. */
export type SlotSettingsService = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  isSetAside: (slot: Slot) => boolean
  /** The cards among them, and when that was last changed, ISO 8601. */
  setAsideCards: () => { id: string; card: CardSlot; updatedAt: string }[]
}

export function createSlotSettings({ store, now }: Pick<AppParts, 'store' | 'now'>) {
  const settings = settingsCollection.hot(store)

  const save = async (person: Person, wanted: readonly string[], revision: number | 'new') => {
    mustManagePortal(person)
    const unknown = wanted.find((id) => !slotTypeIds.includes(id))
    if (unknown !== undefined) {
      throw new Refusal('invalid', `There is no slot or card “${unknown}” to set aside.`)
    }
    const after = { setAside: slotTypeIds.filter((id) => wanted.includes(id)) }
    const saved = await store.transaction(async (transaction) => {
      const records = settingsCollection.in(transaction)
      const stored = await records.get(slotSettingsId)
      const before = { setAside: stored?.setAside ?? [] }
      // A repeated request gets its first result.
      if (isSameBody(before, after)) return stored
      await refuseOvertaken(transaction, {
        current: stored,
        revision,
        subject: slotSettingsId,
        shown,
      })
      const next = await records.put(slotSettingsId, after, stored)
      const change = { at: now(), by: person, what: 'slots set aside', subject: slotSettingsId }
      await recordChange(transaction, { ...change, before, after })
      return next
    })
    return shown(saved)
  }

  const service: SlotSettingsService = {
    ready: settings.ready,
    version: settings.version,
    isSetAside: (slot) =>
      settings.get(slotSettingsId)?.setAside.includes(slotTypeId(slot)) ?? false,
    setAsideCards() {
      const { setAside = [], updatedAt = '' } = settings.get(slotSettingsId) ?? {}
      return setAside.flatMap((id) => {
        const card = slotOf(id)
        return card && card.kind !== 'meeting' ? [{ id, card, updatedAt }] : []
      })
    },
  }
  return {
    ...service,
    routes(serve: Serve) {
      serve(getSlotSettings, async ({ person }) => {
        mustManagePortal(person)
        return shown(await settingsCollection.in(store).get(slotSettingsId))
      })
      serve(saveSlotSettings, ({ person, body, revision }) => save(person, body.setAside, revision))
    },
  }
}

function shown(stored: SlotSettings | undefined): SlotSettings {
  const { setAside = [], revision } = stored ?? {}
  return { setAside, ...(revision === undefined ? {} : { revision }) }
}
