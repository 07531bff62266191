import type { Quarter } from '@portal/contract/quarter'
import { useOpened } from '@portal/remote-kit/use-opened'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { narrow, phone, useMedia } from '../use-media.ts'
import { FoldedList } from './folded-list.tsx'
import { MaterialList } from './material-list.tsx'
import { MaterialOverlay } from './material-overlay.tsx'
import { MaterialPane } from './material-pane.tsx'
import type { Material } from '../materials-of.ts'
import styles from './materials-screen.module.css'
import { MissingMaterial } from './missing-material.tsx'
import { NoMaterials } from './no-materials.tsx'
import { useViewerHeight } from './viewer-height.ts'
import { ViewerHeightPicker } from './viewer-height-picker.tsx'

type QuarterMaterialsProps = {
  quarter: Quarter
  materials: Material[]
  /** The material type that the address asks for. */
  wanted: string | undefined
}

/**
 * The list and, beside it, the chosen paper. On a tablet the list folds away above the paper; on a phone a
 * paper takes the whole screen, or as much of it as its reader has applied. Where there is room for one, the
 * first paper is open from the start.
 */
export function QuarterMaterials({ quarter, materials, wanted }: QuarterMaterialsProps) {
  const [onPhone, onTablet] = [useMedia(phone), useMedia(narrow)]
  const [viewerHeight, chooseHeight] = useViewerHeight()
  const { close } = useOpened('material')
  const isDrawn = useDrawn()
  if (wanted === undefined && materials.length === 0) return <NoMaterials quarter={quarter} />

  const chosen = materials.find(({ type }) => type === wanted)
  const missing = wanted !== undefined && chosen === undefined
  const shown = chosen ?? (onPhone || missing ? undefined : materials[0])
  const list = <MaterialList quarter={quarter} materials={materials} shown={shown?.type} />
  const paper = shown && { quarter, materials, material: shown }

  const folded = (
    <FoldedList key={shown?.type ?? ''} count={materials.length}>
      {list}
    </FoldedList>
  )

  if (onPhone) {
    const inPage = paper !== undefined && viewerHeight.applied
    return (
      <>
        {missing && <MissingMaterial quarter={quarter} wanted={wanted} />}
        {inPage ? (
          <div className={styles.split}>
            {folded}
            <MaterialPane {...paper} height={`${viewerHeight.height}vh`} />
          </div>
        ) : (
          materials.length > 0 && list
        )}
        {/* With the rest of the list, which would push it down. */}
        {isDrawn && <ViewerHeightPicker chosen={viewerHeight} onChoose={chooseHeight} />}
        {paper && !inPage && <MaterialOverlay {...paper} onClose={close} />}
      </>
    )
  }
  return (
    <div className={styles.split}>
      {onTablet ? folded : list}
      {paper ? <MaterialPane {...paper} /> : <MissingMaterial quarter={quarter} wanted={wanted} />}
    </div>
  )
}
