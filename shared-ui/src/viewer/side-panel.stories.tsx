import { type ReactNode, useRef } from 'react'
import styles from '../../stories/stage.module.css'
import { Button } from '../button.tsx'
import { SidePanel } from './side-panel.tsx'

/** It takes the focus when it opens. */
export const showsOneStory = true

export function Short() {
  return (
    <Panel>
      <p>Five pages</p>
    </Panel>
  )
}

export function Many() {
  return (
    <Panel>
      {Array.from({ length: 40 }, (_, index) => `Page ${index + 1}`).map((page) => (
        <Button key={page} variant="quiet">
          {page}
        </Button>
      ))}
    </Panel>
  )
}

function Panel({ children }: { children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  return (
    <div className={styles.viewerBody}>
      <SidePanel ref={place} title="Contents" onClose={() => undefined}>
        {children}
      </SidePanel>
    </div>
  )
}
