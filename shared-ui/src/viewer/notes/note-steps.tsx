import { ChevronDown, ChevronUp } from 'lucide-react'
import { ToolButton } from '../tool-button.tsx'

type NoteStepsProps = { isEmpty: boolean; step: (direction: 1 | -1) => boolean }

/** Buttons for the keys K and J. */
export function NoteSteps({ isEmpty, step }: NoteStepsProps) {
  return (
    <>
      <ToolButton
        label="Previous note"
        keys="K"
        icon={<ChevronUp />}
        disabled={isEmpty}
        onPress={() => step(-1)}
      />
      <ToolButton
        label="Next note"
        keys="J"
        icon={<ChevronDown />}
        disabled={isEmpty}
        onPress={() => step(1)}
      />
    </>
  )
}
