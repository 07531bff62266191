import { type Quarter, quarterName } from '@portal/domain/quarter'
import { ReadingView } from '@portal/shared-ui/reading-view'
import type { Material } from '../shared/materials-of.ts'
import { BackToQuarter } from './back-to-quarter.tsx'
import { MaterialContent } from './material-content.tsx'
import { MaterialList } from './material-list.tsx'
import styles from './material-reading.module.css'
import { Steps } from './steps.tsx'

type MaterialReadingProps = { quarter: Quarter; materials: Material[]; material: Material }

/** One of the quarter's papers, which has the page. */
export function MaterialReading({ quarter, materials, material }: MaterialReadingProps) {
  const index = materials.findIndex(({ type }) => type === material.type)
  return (
    <ReadingView
      paper={`${quarterName(quarter)} ${material.type}`}
      title={material.name}
      position={`${index + 1} of ${materials.length}`}
      back={<BackToQuarter quarter={quarter} />}
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
