import { VisuallyHidden } from './visually-hidden.tsx'

export function BesideVisibleText() {
  return (
    <p>
      12<VisuallyHidden> papers to read</VisuallyHidden>
    </p>
  )
}
