import { RefusedBar, TroubleBar } from './pdf-pane.tsx'

export function PagesMissing() {
  return <TroubleBar onRetry={() => undefined} />
}

export function PagesRefused() {
  return <RefusedBar />
}
