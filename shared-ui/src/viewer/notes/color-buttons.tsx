import { noteColorNames, noteColors } from '@portal/domain/mark-colors'
import { clsx } from 'clsx'
import type { NoteColor } from '../shown-notes.ts'
import styles from './color-buttons.module.css'

type ColorButtonsProps = {
  /** What choosing does: `Highlight in`. */
  action: string
  chosen?: NoteColor | undefined
  onChoose: (color: NoteColor) => void
}

/** Four colors, each with its name and its own line. */
export function ColorButtons({ action, chosen, onChoose }: ColorButtonsProps) {
  return (
    <div className={styles.colors} role="group" aria-label="Color">
      {noteColors.map((color) => (
        <button
          key={color}
          type="button"
          className={styles.color}
          aria-label={`${action} ${noteColorNames[color]}`}
          aria-pressed={chosen === undefined ? undefined : chosen === color}
          onClick={() => onChoose(color)}
        >
          <span className={clsx(styles.swatch, styles[color])} aria-hidden="true" />
          <span aria-hidden="true">{noteColorNames[color]}</span>
        </button>
      ))}
    </div>
  )
}
