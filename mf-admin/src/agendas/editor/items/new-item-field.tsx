import { agendaLimits } from '@portal/contract/agendas'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { Plus } from 'lucide-react'
import { lengthProblem } from '../../draft/draft-problems.ts'
import styles from './item-list.module.css'

type NewItemFieldProps = {
  typed: string
  addLabel: string
  disabled: boolean
  onTyped: (typed: string) => void
  /** With an empty title, the item is opened to be typed. */
  onAdd: (title: string) => void
}

/** The title of a new item, added by the button or Enter. */
export function NewItemField({ typed, addLabel, disabled, onTyped, onAdd }: NewItemFieldProps) {
  const tooLong = lengthProblem(typed, agendaLimits.itemTitle)
  const add = () => {
    if (!tooLong) onAdd(typed.trim())
  }
  return (
    <div className={styles.new} data-own-steps>
      <TextField
        className={styles.newTitle}
        label="New agenda item"
        value={typed}
        onChange={onTyped}
        error={tooLong}
        autoComplete="off"
        disabled={disabled}
        onKeyDown={(event) => {
          // Enter that confirms an input method's suggestion adds nothing.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (typed.trim() !== '') add()
        }}
      />
      <Button icon={<Plus />} onClick={add} disabled={disabled}>
        {addLabel}
      </Button>
    </div>
  )
}
