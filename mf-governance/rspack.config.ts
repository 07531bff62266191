import { remotePreset } from '@portal/remote-kit/rspack'

export default remotePreset({
  name: 'governance',
  dir: import.meta.dirname,
  // Half of it are the types of its module, which no reader loads.
  totalBudget: 290_000,
})
