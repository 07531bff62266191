import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Link } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { buttonStyle } from '@portal/shared-ui/button'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import type { Material } from '../shared/materials-of.ts'
import { MaterialContent } from './material-content.tsx'
import { MaterialList } from './material-list.tsx'
import styles from './material-reading.module.css'
import { Steps } from './steps.tsx'

type MaterialReadingProps = { quarter: Quarter; materials: Material[]; material: Material }

/** One of the quarter's papers, which has the page. */
export function MaterialReading({ quarter, materials, material }: MaterialReadingProps) {
  const { close } = useOpened('material')
  const index = materials.findIndex(({ type }) => type === material.type)
  const goBack = (event: MouseEvent) => {
    // Another tab or window opens the list there.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close()
  }
  return (
    <ReadingView
      paper={`${quarterName(quarter)} ${material.type}`}
      title={material.name}
      position={`${index + 1} of ${materials.length}`}
      back={
        <Link to={meetingsPaths.quarter(quarter)} className={buttonStyle('quiet')} onClick={goBack}>
          <ChevronLeft aria-hidden />
          <VisuallyHidden>Back to </VisuallyHidden>
          <span>{quarterName(quarter)}</span>
        </Link>
      }
      neighbours={<Steps quarter={quarter} materials={materials} material={material} />}
      list={{
        kind: 'papers',
        title: `${quarterName(quarter)} papers`,
        content: (
          <MaterialList quarter={quarter} materials={materials} shown={material.type} isPanel />
        ),
      }}
    >
      <div className={material.kind === 'agenda' ? styles.agenda : styles.paper}>
        <MaterialContent
          key={material.type}
          quarter={quarter}
          material={material}
          height="100%"
          flush
        />
      </div>
    </ReadingView>
  )
}
