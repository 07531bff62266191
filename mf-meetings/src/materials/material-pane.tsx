import type { Quarter } from '@portal/domain/quarter'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { MaterialContent } from './material-content.tsx'
import type { Material } from '../shared/materials-of.ts'
import styles from './material-pane.module.css'
import { Neighbours } from './neighbours.tsx'

type MaterialPaneProps = {
  quarter: Quarter
  materials: Material[]
  material: Material
  /** A CSS height. */
  height: string
}

/** On a phone, the chosen paper below the list, with links to the previous and next one at both ends. */
export function MaterialPane({ height, ...paper }: MaterialPaneProps) {
  // Readers look for the list first.
  if (!useDrawn()) return <Skeleton height={height} label={`Loading ${paper.material.name}`} />
  return (
    <section className={styles.pane} aria-label={paper.material.name}>
      <Neighbours {...paper} label="Previous and next material" />
      <MaterialContent
        key={paper.material.type}
        quarter={paper.quarter}
        material={paper.material}
        height={height}
      />
      <Neighbours {...paper} label="Previous and next material, after the paper" />
    </section>
  )
}
