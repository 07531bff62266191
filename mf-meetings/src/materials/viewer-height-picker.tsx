import { SelectField } from '@portal/shared-ui/field'
import styles from './materials-screen.module.css'
import { type ViewerHeight, viewerHeights } from './viewer-height.ts'

type ViewerHeightPickerProps = { chosen: ViewerHeight; onChoose: (chosen: ViewerHeight) => void }

const options = viewerHeights.map((value) => ({ value, label: `${value}% of the screen` }))

/** On a phone: shows papers in the page at a chosen height, instead of full screen. */
export function ViewerHeightPicker({ chosen, onChoose }: ViewerHeightPickerProps) {
  return (
    <div className={styles.viewerHeight} role="group" aria-label="How papers open">
      <SelectField
        label="Viewer height"
        value={chosen.height}
        onChange={(value) => {
          const height = viewerHeights.find((offered) => offered === value)
          if (height) onChoose({ ...chosen, height })
        }}
        options={options}
      />
      <label className={styles.apply}>
        <input
          type="checkbox"
          checked={chosen.applied}
          onChange={(event) => onChoose({ ...chosen, applied: event.target.checked })}
        />
        Apply
      </label>
      <p className={styles.applyNote}>
        {chosen.applied
          ? 'A paper opens in this page, at this height.'
          : 'A paper opens over the whole screen. Apply opens it in this page, at this height.'}
      </p>
    </div>
  )
}
