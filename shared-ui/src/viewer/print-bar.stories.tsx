import { PrintBar } from './print-bar.tsx'
import type { Printing } from './use-print.ts'

export function Opening() {
  return <PrintBar printing={printing({ phase: 'opening' })} />
}

export function Drawing() {
  return <PrintBar printing={printing({ phase: 'drawing', done: 12, total: 84 })} />
}

export function Failed() {
  return <PrintBar printing={printing({ phase: 'failed' })} />
}

function printing(state: Printing['state']): Printing {
  const nothing = () => undefined
  return { state, start: nothing, cancel: nothing }
}
