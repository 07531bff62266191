import type { ReactNode } from 'react'
import { SelectionBar } from './selection-bar.tsx'

const nothing = () => undefined
const actions = { onHighlight: nothing, onNote: nothing, onPlace: nothing, onCopy: nothing }

/** Each is a toolbar of the same name. */
export const showsOneStory = true

export function Words() {
  return (
    <Framed>
      <SelectionBar isTooLong={false} isPlacing={false} {...actions} />
    </Framed>
  )
}

export function Placing() {
  return (
    <Framed>
      <SelectionBar isTooLong={false} isPlacing {...actions} />
    </Framed>
  )
}

export function TooLong() {
  return (
    <Framed>
      <SelectionBar isTooLong isPlacing={false} {...actions} />
    </Framed>
  )
}

function Framed({ children }: { children: ReactNode }) {
  return (
    <div style={{ position: 'relative', blockSize: '12rem', containerType: 'inline-size' }}>
      {children}
    </div>
  )
}
