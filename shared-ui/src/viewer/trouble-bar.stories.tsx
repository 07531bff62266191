import { TroubleBar } from './trouble-bar.tsx'

export function PagesMissing() {
  return <TroubleBar onRetry={() => undefined} />
}
