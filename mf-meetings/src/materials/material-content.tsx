import { SlotContent, type SlotContentProps } from '../shared/slot-content.tsx'
import { NativeAgenda } from './native-agenda.tsx'

/** The first that the slot has: native agenda, embed or document. */
export function MaterialContent(props: Omit<SlotContentProps, 'native' | 'page'>) {
  const { quarter, material } = props
  return (
    <SlotContent
      {...props}
      native={material.kind === 'agenda' && <NativeAgenda quarter={quarter} />}
    />
  )
}
