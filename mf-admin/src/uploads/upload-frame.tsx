import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { Outlet } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Upload } from 'lucide-react'
import { lazy, Suspense, useCallback, useState, useEffectEvent, useLayoutEffect } from 'react'
import { PageUploads, type StoreFiles } from '../shared/uploads/page-uploads.ts'
import { type PickedFile, filesOfDrop, filesOfInput } from './picked-files.ts'
import { mayHaveUploads } from './upload-queues.ts'
import styles from './upload-frame.module.css'

const UploadsPanel = lazy(() => import('./uploads-panel.tsx'))

/** Around every admin screen: takes dropped papers, and shows their uploads. They are loaded with the first paper. */
export function Component() {
  const portal = usePortal()
  const { person } = portal
  const client = useQueryClient()
  const [isUsed, setIsUsed] = useState(() => person.isAdmin && mayHaveUploads(person.uid))
  const [isPicking, setIsPicking] = useState(false)

  const add = useCallback(
    async (picked: Promise<PickedFile[]>, onStored?: Parameters<StoreFiles>[1]) => {
      setIsUsed(true)
      try {
        const { queueOf, storedIn } = await import('./upload-queues.ts')
        const [queue, files] = [queueOf(portal, client), await picked]
        await queue.add(files)
        if (!onStored) return
        // Files are sent side by side, and reported in the order in which they were dropped.
        const stored = files.map(({ file }) => storedIn(queue, file))
        for (const [index, { file }] of files.entries()) {
          const outcome = await stored[index]
          if (outcome) await onStored(outcome, file)
        }
      } catch (error) {
        portal.report(error)
        portal.toast('Failed to read what you dropped. Please try again.', { kind: 'bad' })
      }
    },
    [portal, client],
  )
  const store = useCallback<StoreFiles>(
    async (from, onStored, slot) => {
      const picked = 'items' in from ? filesOfDrop(from) : Promise.resolve(filesOfInput(from))
      const forSlot = slot === undefined ? picked : withSlot(picked, slot)
      await add(forSlot, onStored)
    },
    [add],
  )
  const isOver = useDroppedFiles(person.isAdmin ? add : undefined)
  return (
    <>
      {person.isAdmin && (
        <div className={styles.bar} data-around-screens>
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
      <PageUploads value={store}>
        <Outlet />
      </PageUploads>
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

async function withSlot(picked: Promise<PickedFile[]>, slot: string): Promise<PickedFile[]> {
  return (await picked).map((file) => ({ ...file, slot }))
}

/** Takes files and folders dropped anywhere on the page; returns whether some are held over it. */
function useDroppedFiles(
  onDrop: ((files: Promise<PickedFile[]>) => Promise<void>) | undefined,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent((transfer: DataTransfer) => void onDrop?.(filesOfDrop(transfer)))
  const isTaken = onDrop !== undefined
  // Before the page is shown: the browser would open what is dropped on it until then.
  useLayoutEffect(() => {
    if (!isTaken) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      const isOurs = hasFiles(event)
      setIsOver(isOurs)
      if (isOurs) event.preventDefault()
    }
    // A part that has just appeared below the pointer gets this event first; a drop right after it is refused otherwise.
    addEventListener('dragenter', over, { signal })
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && setIsOver(false), {
      signal,
    })
    addEventListener(
      'drop',
      (event) => {
        setIsOver(false)
        if (!hasFiles(event)) return
        // The browser would open the file.
        event.preventDefault()
        drop(event.dataTransfer!)
      },
      { signal },
    )
    return () => listening.abort()
  }, [isTaken])
  return isOver
}

/** Not for a part of the page that is dragged, nor a drop that a field has taken. */
function hasFiles({ dataTransfer, defaultPrevented }: DragEvent): boolean {
  return !defaultPrevented && (dataTransfer?.types.includes('Files') ?? false)
}
