import { cardIcons, removeCard, type ResourceMapping } from '@portal/contract/mappings'
import type { SlotSettings } from '@portal/contract/slot-settings'
import { mappingId, slotOf } from '@portal/domain/ids'
import { isQuarterly } from '@portal/domain/meeting-ref'
import { ordersAfterMove } from '@portal/domain/own-cards'
import { isolated } from '@portal/domain/shown-text'
import { type CardSlot, isOwnCard, type Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { setShared } from '@portal/remote-kit/queries/shared-key'
import { useQueryClient } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { SelectField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ActDialog } from '../../shared/dialogs/act-dialog.tsx'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { focusOnceDrawn } from '../../shared/focus-once-drawn.ts'
import { useChange } from '../../shared/queries.ts'
import {
  type Mappings,
  notifyMembersScreens,
  useKeepMappings,
} from '../../shared/quarter-queries.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import { useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { useAct } from '../../shared/use-act.ts'
import { mappingSaveFailure } from '../mapping-queries.ts'
import { goodToast } from '../mappings-sentences.ts'
import { isAddedPaper } from '../slots-of-tab.ts'
import { PaperPlace } from '../quarter-papers/paper-place.tsx'
import { NeedButton } from '../readiness/need-button.tsx'
import { isMapped, isNotNeeded } from '../readiness/readiness.ts'
import styles from './own-slots.module.css'
import { PlaceButtons, useSlotSaves } from './place-buttons.tsx'
import { SetAsideButton } from './set-aside.tsx'

/** In the order of their words. */
export const iconOptions = cardIcons
  .map((icon) => ({ value: icon, label: icon.charAt(0).toUpperCase() + icon.slice(1) }))
  .toSorted((a, b) => (a.label < b.label ? -1 : 1))

export type CardIcon = (typeof cardIcons)[number]

export function cardIconOf(text: string | undefined): CardIcon {
  return cardIcons.find((icon) => icon === text) ?? 'document'
}

/** Of the button that adds a card; it takes the focus once a card is removed. */
export const addCardId = 'add-card'

type SlotToolsProps = {
  slot: Slot
  /** The listed slots of its tab, in their order. */
  listed: readonly Slot[]
  mappings: Mappings
  settings: SlotSettings
}

/** What can be done with a slot as such, regardless of what it shows. */
export function SlotTools({ slot, listed, mappings, settings }: SlotToolsProps) {
  const isSetAside = useIsSetAside()
  const card = isOwnCard(slot) ? mappings[mappingId(slot)] : undefined
  if (card) return <OwnCardTools card={card} cards={listed.filter(isOwnCard)} mappings={mappings} />
  const papers = listed.filter((other) => other.kind === 'meeting')
  // What isn't a quarter's has no settings for every quarter.
  const isSpecified = !isAddedPaper(slot) && !(slot.kind === 'meeting' && !isQuarterly(slot))
  return (
    <>
      {slot.kind === 'meeting' && <PaperPlace {...{ slot, papers, mappings }} />}
      {slot.kind === 'meeting' && isSpecified && (
        <SlotNeed slot={slot} mapping={mappings[mappingId(slot)]} />
      )}
      {!isSetAside(slot) && isSpecified && <SetAsideButton slot={slot} settings={settings} />}
    </>
  )
}

type SlotNeedProps = { slot: Slot; mapping: ResourceMapping | undefined }

/** Does without an empty slot for its quarter. */
function SlotNeed({ slot, mapping }: SlotNeedProps) {
  const [refused, setRefused] = useState<string>()
  if (mapping && isMapped(mapping)) return null
  return (
    <>
      <RefusalBanner sentence={refused} />
      <NeedButton {...{ slot, mapping }} needed={isNotNeeded(mapping)} onRefused={setRefused} />
    </>
  )
}

type OwnCardToolsProps = {
  card: ResourceMapping
  /** The foundation's own cards of this kind, in their order. */
  cards: readonly CardSlot[]
  mappings: Mappings
}

/** Changes a card's icon and its place, and removes it once it is empty. */
function OwnCardTools({ card, cards, mappings }: OwnCardToolsProps) {
  const [removing, setRemoving] = useState(false)
  const saving = useSlotSaves('card')
  const name = isolated(card.title ?? card.id)
  const at = cards.findIndex((slot) => mappingId(slot) === card.id)
  const move = (to: number) => {
    const ids = cards.map(mappingId)
    const orders = ids.map((id) => mappings[id]?.order ?? 0)
    void saving.act(
      [...ordersAfterMove(orders, at, to)].map(([index, order]) => {
        const id = ids[index]!
        return { id, change: { order }, revision: mappings[id]?.revision }
      }),
    )
  }
  return (
    <div className={styles.tools}>
      <RefusalBanner sentence={saving.refused} />
      <SelectField
        className={styles.icon}
        label={`Icon of ${name}`}
        value={cardIconOf(card.icon)}
        onChange={(icon) =>
          void saving.act([
            { id: card.id, change: { icon: cardIconOf(icon) }, revision: card.revision },
          ])
        }
        options={iconOptions}
      />
      <PlaceButtons {...{ name, at }} count={cards.length} busy={saving.busy} onMove={move} />
      {!isMapped(card) && (
        <Button icon={<Trash2 />} onClick={() => setRemoving(true)}>
          Remove card
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
      {removing && <RemoveCardDialog card={card} onClose={() => setRemoving(false)} />}
    </div>
  )
}

type RemoveCardDialogProps = { card: ResourceMapping; onClose: () => void }

function RemoveCardDialog({ card, onClose }: RemoveCardDialogProps) {
  const { toast } = usePortal()
  const keep = useKeepMappings()
  const otherAdmin = useOtherAdmin()
  const name = isolated(card.title ?? card.id)
  const removal = useAct(useRemoveCard(), {
    done: () => {
      toast(`${name} is removed`, goodToast)
      onClose()
      focusOnceDrawn(`#${addCardId}`)
    },
    failure: (error) => {
      const failure = mappingSaveFailure(error, 'The card could not be removed. Please try again.')
      if (failure.kind === 'refused') return failure.sentence
      if (failure.theirs) keep(failure.theirs)
      return `${otherAdmin(failure.by)} has changed this card meanwhile. Look at it, and try again.`
    },
  })
  return (
    <ActDialog
      of={removal}
      title={`Remove ${name}?`}
      verb={`Remove ${name}`}
      danger
      onConfirm={() => void removal.act(card)}
      onClose={onClose}
    >
      <p>It is empty, so members don’t see it now. Its name and picture go with it.</p>
    </ActDialog>
  )
}

function useRemoveCard() {
  const client = useQueryClient()
  return useChange(
    (call, { id, revision }: ResourceMapping) => call(removeCard, { params: { id }, revision }),
    {
      supersedes: mappingsKey,
      onSuccess: ({ id }) => {
        setShared<Mappings>(client, mappingsKey, (all) => {
          const { [id]: _, ...others } = all ?? {}
          return others
        })
        notifyMembersScreens(slotOf(id)?.kind)
      },
      staleShared: [mappingsKey],
    },
  )
}
