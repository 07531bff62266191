import { KeysDialog } from './keys-dialog.tsx'

export function Shown() {
  return <KeysDialog open onClose={() => {}} />
}
