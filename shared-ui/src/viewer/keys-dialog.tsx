import { use, useSyncExternalStore } from 'react'
import { Dialog } from '../dialog.tsx'
import { hasSingleKeys, onSingleKeysChange, setSingleKeys } from '../single-keys.ts'
import { Switch } from '../switch.tsx'
import styles from './keys-dialog.module.css'
import { ReadingKeys } from './reading-contexts.ts'

type Shortcut = readonly [keys: string, does: string]

const always: readonly Shortcut[] = [
  ['Page Down, Page Up', 'Scroll a screen down or up'],
  ['→, ←', 'Go to the next or previous page'],
  ['Home, End', 'Go to the first or last page'],
  ['Ctrl F or ⌘ F', 'Search in the paper'],
  ['Ctrl P or ⌘ P', 'Print the paper'],
  ['F6', 'Move between the list, the tools and the pages'],
  ['Esc', 'Close what is open'],
]

const single: readonly Shortcut[] = [
  ['+, −', 'Zoom in or out'],
  ['0', 'Fit the width'],
  ['F', 'Fill the screen'],
  ['N, P', 'Go to the next or previous change'],
  ['J, K', 'Go to the next or previous note'],
  ['S', 'Select words with the arrow keys'],
  ['/', 'Search the portal'],
  ['?', 'Show these shortcuts'],
]

type KeysDialogProps = { open: boolean; onClose: () => void }

/** Every shortcut of a paper, and the switch for single-key shortcuts. */
export function KeysDialog({ open, onClose }: KeysDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <Keys />
    </Dialog>
  )
}

function Keys() {
  const around = use(ReadingKeys)
  const isOn = useSyncExternalStore(onSingleKeysChange, hasSingleKeys)
  const ofPage = Object.entries(around).map(([key, does]): Shortcut => [key.toUpperCase(), does])
  return (
    <>
      <Shortcuts label="Keys that always work" shortcuts={always} />
      <h3 className={styles.title}>Single keys</h3>
      <p className={styles.about}>
        They work only while the paper or its list has the focus. This device remembers your choice.
      </p>
      <Switch label="Use single keys" checked={isOn} onChange={setSingleKeys} showLabel />
      <Shortcuts label="Single keys" shortcuts={[...ofPage, ...single]} />
    </>
  )
}

function Shortcuts({ label, shortcuts }: { label: string; shortcuts: readonly Shortcut[] }) {
  return (
    <dl className={styles.list} aria-label={label}>
      {shortcuts.map(([keys, does]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
