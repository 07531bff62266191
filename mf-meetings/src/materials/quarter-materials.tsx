import { type Quarter, quarterName } from '@portal/domain/quarter'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { BoardBookCard } from '../shared/board-book-card.tsx'
import type { Material } from '../shared/materials-of.ts'
import { FoldedList } from './folded-list.tsx'
import { MaterialList } from './material-list.tsx'
import { MaterialPane } from './material-pane.tsx'
import styles from './materials-screen.module.css'
import { MissingMaterial } from './missing-material.tsx'
import { NoMaterials } from './no-materials.tsx'
import { useFocusOnRow } from './use-focus-on-row.ts'
import type { ViewerHeight } from './viewer-height.ts'
import { ViewerHeightPicker } from './viewer-height-picker.tsx'

type QuarterMaterialsProps = {
  quarter: Quarter
  materials: Material[]
  /** Quarters with papers, the nearest before and after this one among them, newest first. */
  filled: Quarter[]
  /** The material type in the address, if that paper isn't open. */
  wanted: string | undefined
  /** The paper that was read last: after it is closed, its row has the focus. */
  lastOpen: string | undefined
  /** On a phone, the height of a paper in the page. */
  phone: { height: ViewerHeight; choose: (height: ViewerHeight) => void } | undefined
}

/** The list of papers; on a phone, with the open paper below it if the reader has chosen that. */
export function QuarterMaterials(props: QuarterMaterialsProps) {
  const { quarter, materials, filled, wanted, lastOpen, phone } = props
  const isDrawn = useDrawn()
  useFocusOnRow(isDrawn ? lastOpen : undefined)
  if (wanted === undefined && materials.length === 0) {
    return <NoMaterials quarter={quarter} filled={filled} />
  }
  const shown = materials.find(({ type }) => type === wanted)
  const list = { quarter, materials, shown: shown?.type }
  return (
    <>
      {wanted !== undefined && !shown && <MissingMaterial quarter={quarter} wanted={wanted} />}
      {shown && phone ? (
        <div className={styles.above}>
          <FoldedList key={shown.type} {...list} />
          <MaterialPane
            quarter={quarter}
            materials={materials}
            material={shown}
            height={`${phone.height.height}vh`}
          />
        </div>
      ) : (
        materials.length > 0 && (
          <>
            <BoardBookCard key={quarterName(quarter)} quarter={quarter} on="materials" />
            <MaterialList {...list} />
          </>
        )
      )}
      {/* Shown together with the rest of the list, which would otherwise move it. */}
      {isDrawn && phone && <ViewerHeightPicker chosen={phone.height} onChoose={phone.choose} />}
    </>
  )
}
