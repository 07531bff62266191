import { PrintBar } from './print-bar.tsx'
import type { Printing } from './use-print.ts'

/** The question takes the focus when it opens. */
export const showsOneStory = true

export function Question() {
  return <PrintBar printing={printing({ phase: 'asking' })} pages={84} />
}

/** There is a limit to what is printed at a time. */
export function ManyPages() {
  return <PrintBar printing={printing({ phase: 'asking' })} pages={1200} />
}

export function Drawing() {
  return <PrintBar printing={printing({ phase: 'drawing', done: 12, total: 84 })} pages={84} />
}

export function Failed() {
  return <PrintBar printing={printing({ phase: 'failed' })} pages={84} />
}

function printing(state: Printing['state']): Printing {
  const nothing = () => undefined
  return { state, ask: nothing, start: nothing, cancel: nothing }
}
