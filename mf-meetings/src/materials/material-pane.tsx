import type { Quarter } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { Link } from '@portal/remote-kit/router'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { meetingsPaths } from '../meetings-paths.ts'
import { MaterialContent } from './material-content.tsx'
import type { Material } from '../shared/materials-of.ts'
import styles from './material-pane.module.css'
import { Neighbours } from './neighbours.tsx'
import { usePaperPlace } from './use-paper-place.ts'

type MaterialPaneProps = {
  quarter: Quarter
  materials: Material[]
  material: Material
  /** A CSS height. */
  height: string
}

/** On a phone, the chosen paper below the list, with links to the previous and next one at both ends. */
export function MaterialPane({ height, quarter, materials, material }: MaterialPaneProps) {
  const place = usePaperPlace(quarter, materials, material.type)
  // The list comes first: readers look for it.
  if (!useDrawn()) return <Skeleton height={height} label={`Loading ${isolated(material.name)}`} />
  return (
    <section className={styles.pane} aria-label={material.name}>
      {place.item !== undefined && (
        <p className={styles.item}>
          <Link to={meetingsPaths.agenda(quarter)}>
            <VisuallyHidden>For agenda item </VisuallyHidden>
            {place.item}
          </Link>
        </p>
      )}
      <Neighbours place={place} label="Previous and next material" />
      <MaterialContent key={material.type} quarter={quarter} material={material} height={height} />
      <Neighbours place={place} label="Previous and next material, after the paper" />
    </section>
  )
}
