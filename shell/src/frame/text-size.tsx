import { textSizes } from '@portal/contract/device-settings'
import { setTextSize, useInterface } from './interface-store.ts'
import styles from './text-size.module.css'

const names = { A: 'Normal text', 'A+': 'Large text', 'A++': 'Largest text' }

/** The reader's text size, kept on this device. */
export function TextSizeChoice() {
  const chosen = useInterface((state) => state.textSize)
  return (
    <div className={styles.sizes} role="group" aria-label="Text size">
      {textSizes.map((size) => (
        <button
          key={size}
          type="button"
          className={styles.size}
          data-size={size}
          aria-pressed={size === chosen}
          aria-label={`${names[size]} (${size})`}
          onClick={() => setTextSize(size)}
        >
          A
        </button>
      ))}
    </div>
  )
}
