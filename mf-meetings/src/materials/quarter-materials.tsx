import type { Quarter } from '@portal/domain/quarter'
import { useOpened } from '@portal/remote-kit/use-opened'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { narrowerThan, useWidth } from '@portal/shared-ui/use-width'
import { type ReactNode, useRef } from 'react'
import { narrow, phone, useMedia } from '../shared/use-media.ts'
import { FoldedList } from './folded-list.tsx'
import { MaterialList, type MaterialListProps } from './material-list.tsx'
import { MaterialOverlay } from './material-overlay.tsx'
import { MaterialPane } from './material-pane.tsx'
import type { Material } from '../shared/materials-of.ts'
import styles from './materials-screen.module.css'
import { MissingMaterial } from './missing-material.tsx'
import { NoMaterials } from './no-materials.tsx'
import { useViewerHeight } from './viewer-height.ts'
import { ViewerHeightPicker } from './viewer-height-picker.tsx'

type QuarterMaterialsProps = {
  quarter: Quarter
  materials: Material[]
  /** The quarters with papers. */
  filled: Quarter[]
  /** The material type in the address. */
  wanted: string | undefined
}

/** Too narrow for a paper next to the list, as with large text next to the menu. */
const isTight = narrowerThan(46)

/**
 * The list and, next to it, the chosen paper. On a tablet the list collapses above the paper; on a
 * phone a paper takes the whole screen, or as much as the reader has chosen. If there is room for
 * both, the first paper is open at once.
 */
export function QuarterMaterials({ quarter, materials, filled, wanted }: QuarterMaterialsProps) {
  const onPhone = useMedia(phone)
  const [viewerHeight, chooseHeight] = useViewerHeight()
  const { close } = useOpened('material')
  const isDrawn = useDrawn()
  if (wanted === undefined && materials.length === 0) {
    return <NoMaterials quarter={quarter} filled={filled} />
  }

  const chosen = materials.find(({ type }) => type === wanted)
  const missing = wanted !== undefined && chosen === undefined
  const shown = chosen ?? (onPhone || missing ? undefined : materials[0])
  const list = { quarter, materials, shown: shown?.type }
  const paper = shown && { quarter, materials, material: shown }

  if (onPhone) {
    const inPage = paper !== undefined && viewerHeight.applied
    return (
      <>
        {missing && <MissingMaterial quarter={quarter} wanted={wanted} />}
        {inPage ? (
          <div className={styles.above}>
            <FoldedList key={shown?.type} {...list} />
            <MaterialPane {...paper} height={`${viewerHeight.height}vh`} />
          </div>
        ) : (
          materials.length > 0 && <MaterialList {...list} />
        )}
        {/* Shown together with the rest of the list, which would move it. */}
        {isDrawn && <ViewerHeightPicker chosen={viewerHeight} onChoose={chooseHeight} />}
        {paper && !inPage && <MaterialOverlay {...paper} onClose={close} />}
      </>
    )
  }
  return (
    <ListAndPaper list={list}>
      {paper ? <MaterialPane {...paper} /> : <MissingMaterial quarter={quarter} wanted={wanted} />}
    </ListAndPaper>
  )
}

/** The list is next to the paper if there is room for both, and collapsed above it otherwise. */
function ListAndPaper({ list, children }: { list: MaterialListProps; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [onTablet, tight] = [useMedia(narrow), useWidth(place, isTight)]
  const folds = onTablet || tight
  return (
    <div className={folds ? styles.above : styles.beside} ref={place}>
      {folds ? <FoldedList key={list.shown} {...list} /> : <MaterialList {...list} beside />}
      {children}
    </div>
  )
}
