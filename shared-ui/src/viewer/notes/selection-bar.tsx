import { Copy, MessageCircleQuestionMark, MessageSquarePlus } from 'lucide-react'
import type { CSSProperties, Ref } from 'react'
import { Button } from '../../button.tsx'
import type { NoteColor } from '../shown-notes.ts'
import { ColorButtons } from './color-buttons.tsx'
import styles from './selection-bar.module.css'

type SelectionBarProps = {
  ref?: Ref<HTMLDivElement>
  style?: CSSProperties | undefined
  /** More words than a note can quote. */
  isTooLong: boolean
  /** A note waits to be put at the selected words. */
  isPlacing: boolean
  onHighlight: (color: NoteColor) => void
  onNote: () => void
  /** Absent where no question can be asked. */
  onAsk?: (() => void) | undefined
  onPlace: () => void
  onCopy: () => void
}

/** What can be done with the selected words. */
export function SelectionBar(props: SelectionBarProps) {
  const { ref, style, isTooLong, isPlacing, onHighlight, onNote, onAsk, onPlace, onCopy } = props
  return (
    <div
      ref={ref}
      className={styles.bar}
      style={style}
      role="toolbar"
      tabIndex={-1}
      aria-label="Selected words"
      // Pressing a button keeps the words selected.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {isTooLong ? (
        <p className={styles.sentence}>A note can be about 8,000 characters. Select fewer words.</p>
      ) : null}
      {isPlacing && !isTooLong ? (
        <Button variant="primary" onClick={onPlace}>
          Place it here
        </Button>
      ) : null}
      {isPlacing || isTooLong ? null : (
        <>
          <ColorButtons action="Highlight in" onChoose={onHighlight} />
          <Button icon={<MessageSquarePlus />} onClick={onNote}>
            Note
          </Button>
          {onAsk && (
            <Button icon={<MessageCircleQuestionMark />} onClick={onAsk}>
              Ask a question
            </Button>
          )}
        </>
      )}
      <Button variant="quiet" icon={<Copy />} onClick={onCopy}>
        Copy
      </Button>
    </div>
  )
}
