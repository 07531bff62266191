import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { Outlet } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { PickedFile } from './picked-files.ts'
import { mayHaveUploads } from './upload-memory.ts'
import styles from './upload-frame.module.css'
import { useDroppedFiles } from './use-dropped-files.ts'

const UploadsPanel = lazy(() => import('./uploads-panel.tsx'))

/** Around every admin screen: takes dropped papers, and shows their uploads. They are loaded with the first paper. */
export function Component() {
  const portal = usePortal()
  const { person } = portal
  const client = useQueryClient()
  const [isUsed, setIsUsed] = useState(() => person.isAdmin && mayHaveUploads(person.uid))
  const [isPicking, setIsPicking] = useState(false)

  const add = async (picked: Promise<PickedFile[]>) => {
    setIsUsed(true)
    try {
      const { queueOf } = await import('./queue-of.ts')
      await queueOf(portal, client).add(await picked)
    } catch (error) {
      portal.report(error)
      portal.toast('Failed to read what you dropped. Please try again.', { kind: 'bad' })
    }
  }
  const isOver = useDroppedFiles(person.isAdmin ? add : undefined)
  return (
    <>
      {person.isAdmin && (
        <div className={styles.bar}>
          <Button
            variant="quiet"
            icon={<Upload />}
            onClick={() => {
              setIsUsed(true)
              setIsPicking(true)
            }}
          >
            Upload papers
          </Button>
        </div>
      )}
      {isUsed && (
        <Suspense fallback={null}>
          <UploadsPanel
            isPicking={isPicking}
            onClose={() => setIsPicking(false)}
            onPick={(files) => void add(Promise.resolve(files))}
          />
        </Suspense>
      )}
      <Outlet />
      {isOver && (
        <div className={styles.over} aria-hidden="true">
          <p className={styles.invitation}>
            <Upload /> Drop the papers to upload them
          </p>
        </div>
      )}
    </>
  )
}
