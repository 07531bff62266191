import { agendaLimits } from '@portal/contract/agendas'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import {
  type AgendaDraft,
  changeItem,
  type DraftItem,
  type NamedItem,
  lengthProblem,
  removeItem,
} from '../draft/agenda-draft.ts'
import { DeleteItemDialog } from '../fields/delete-item-dialog.tsx'
import { MeetingItem } from './meeting-item.tsx'
import styles from './meeting-items.module.css'
import { withItemTitled } from './new-meeting.ts'

type MeetingItemsProps = {
  draft: AgendaDraft
  /** The title of a new item that isn't added yet. */
  typed: string
  /** An offer while there are no items. */
  start: ReactNode
  onTyped: (typed: string) => void
  /** Stays the same function during typing. */
  onChange: (update: (draft: AgendaDraft) => AgendaDraft) => void
}

/** The meeting's agenda items; a new one is typed and added by Add or Enter. */
export function MeetingItems({ draft, typed, start, onTyped, onChange }: MeetingItemsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [removing, setRemoving] = useState<NamedItem>()

  const tooLong = lengthProblem(typed, agendaLimits.itemTitle)
  const add = () => {
    if (typed.trim() === '' || tooLong) return
    onChange((before) => withItemTitled(before, typed))
    onTyped('')
  }

  const change = useCallback(
    (id: string, to: Partial<DraftItem>) => onChange((before) => changeItem(before, id, to)),
    [onChange],
  )

  return (
    <>
      <h2 id="meeting-items" ref={heading} tabIndex={-1} className={styles.title}>
        Agenda Items
      </h2>
      {draft.items.length === 0 && start}
      <ol className={styles.items}>
        {draft.items.map((item, index) => (
          <MeetingItem
            key={item.id}
            item={item}
            index={index}
            onChange={change}
            onRemove={setRemoving}
          />
        ))}
      </ol>
      <div className={styles.new}>
        <TextField
          className={styles.newTitle}
          label="New agenda item"
          value={typed}
          onChange={onTyped}
          error={tooLong}
          autoComplete="off"
          onKeyDown={(event) => {
            // Enter that confirms an input method's suggestion adds nothing.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
        <Button icon={<Plus />} onClick={add}>
          Add
        </Button>
      </div>
      <DeleteItemDialog
        name={removing?.name}
        verb="Remove"
        onCancel={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing) onChange((before) => removeItem(before, removing.id))
          setRemoving(undefined)
          heading.current?.focus()
        }}
      />
    </>
  )
}
