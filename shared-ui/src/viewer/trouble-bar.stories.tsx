import { TroubleBar } from './pdf-pane.tsx'

export function PagesMissing() {
  return <TroubleBar onRetry={() => undefined} />
}
