import { ColorButtons } from './color-buttons.tsx'

const nothing = () => undefined

export function ToChooseFrom() {
  return <ColorButtons action="Highlight in" onChoose={nothing} />
}

export function Chosen() {
  return <ColorButtons action="Change to" chosen="blue" onChoose={nothing} />
}
