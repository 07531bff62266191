import type { PortalExport } from '@portal/contract/portal-exports'
import { usePortal } from '@portal/remote-kit/portal'
import { Card } from '@portal/shared-ui/card'
import { Status } from '@portal/shared-ui/status'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DeleteExportDialog } from './delete-export-dialog.tsx'
import { ExportRow } from './export-row.tsx'
import { isRunning } from './exports-queries.ts'
import styles from './exports-screen.module.css'
import { exportName } from './exports-words.ts'

export function ExportsList({ exports }: { exports: readonly PortalExport[] }) {
  const { timeZone } = usePortal().config.foundation
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<PortalExport>()
  const newest = exports[0]
  const state = newest && { running: 'is being made', completed: 'is ready', failed: 'failed' }
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId} ref={title} tabIndex={-1} className={styles.title}>
        Exports
      </h2>
      <Status
        text={state ? `The ${exportName(newest, timeZone)} ${state[newest.status]}` : 'No exports'}
      />
      {exports.length === 0 ? (
        <p>There are no exports.</p>
      ) : (
        <ul className={styles.exports}>
          {exports.map((one) => (
            <ExportRow
              key={one.id}
              export={one}
              onDelete={() => setAsked(one)}
              isRunning={isRunning(one)}
            />
          ))}
        </ul>
      )}
      {asked && (
        <DeleteExportDialog
          export={asked}
          onClose={() => setAsked(undefined)}
          onDeleted={() => {
            // The closing dialog returns the focus to the button that opened it, which disappears with its export.
            flushSync(() => setAsked(undefined))
            requestAnimationFrame(() => title.current?.focus())
          }}
        />
      )}
    </Card>
  )
}
