import { mostOwnCards } from '@portal/contract/mappings'
import { mappingId, slotOf, slugOf } from '@portal/domain/ids'
import { lastOrder } from '@portal/domain/own-cards'
import { isolated } from '@portal/domain/shown-text'
import { type CardSlot, isOwnCard } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { useAct } from '../../shared/use-act.ts'
import { mappingSaveFailure } from '../mapping-queries.ts'
import { useSaveMapping } from '../../shared/save-mapping.ts'
import { goodToast } from '../mappings-sentences.ts'
import { addCardId, cardIconOf, iconOptions } from './slot-tools.tsx'
import styles from './own-slots.module.css'

type AddCardProps = {
  kind: CardSlot['kind']
  /** The foundation's own cards of this kind, in their order. */
  cards: readonly CardSlot[]
  mappings: Mappings
  /** Whether the page behind has unsaved changes. */
  unsavedBehind: boolean
}

/** Adds a card of the foundation's own after the others. */
export function AddCard(props: AddCardProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button id={addCardId} icon={<Plus />} onClick={() => setOpen(true)}>
        Add a card
      </Button>
      {open && <AddCardDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type AddCardDialogProps = AddCardProps & { onClose: () => void }

function AddCardDialog({ kind, cards, mappings, unsavedBehind, onClose }: AddCardDialogProps) {
  const { toast } = usePortal()
  const otherAdmin = useOtherAdmin()
  const [name, setName] = useState('')
  const [icon, setIcon] = useState(cardIconOf(undefined))
  const title = name.trim()
  const id = freeId(kind, title, mappings)
  const adding = useAct(useSaveMapping(), {
    done: () => {
      toast(`${isolated(title)} is added`, goodToast)
      onClose()
    },
    failure: (error) => {
      const failure = mappingSaveFailure(error, 'The card could not be added. Please try again.')
      if (failure.kind === 'refused') return failure.sentence
      return `${otherAdmin(failure.by)} has just added a card with this address. Please choose another name.`
    },
  })
  const add = () => {
    if (id === undefined) return
    const order = lastOrder(cards.map((card) => mappings[mappingId(card)]?.order ?? 0))
    void adding.act({ id, change: { title, icon, order }, revision: undefined })
  }
  return (
    <FormDialog
      title="Add a card"
      verb="Add card"
      unsaved={title !== ''}
      unsavedBehind={unsavedBehind}
      busy={adding.busy}
      disabled={title === ''}
      refused={adding.refused}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        hint="Members see the card, after the others, once a document is mapped to it."
      />
      <SelectField
        label="Icon"
        value={icon}
        onChange={(chosen) => setIcon(cardIconOf(chosen))}
        options={iconOptions}
      />
      {id !== undefined && title !== '' && (
        <p className={styles.id}>Its address will be /{id}, and stays so.</p>
      )}
    </FormDialog>
  )
}

/** A card's id by its name that no other card has. */
function freeId(kind: CardSlot['kind'], title: string, mappings: Mappings): string | undefined {
  // No letter of a name in another script is part of an address.
  const slug = slugOf(title) || 'card'
  const isFree = (id: string) => {
    const slot = slotOf(id)
    return slot !== undefined && isOwnCard(slot) && mappings[id] === undefined
  }
  const short = slug.slice(0, 57).replace(/-$/, '')
  const others = Array.from({ length: mostOwnCards }, (_, index) => `${short}-${index + 2}`)
  return [slug, ...others].map((each) => `${kind}-${each}`).find(isFree)
}
