import type { Quarter } from '@portal/domain/quarter'
import { Dialog } from '@portal/shared-ui/dialog'
import { MaterialContent } from './material-content.tsx'
import type { Material } from '../shared/materials-of.ts'
import { Neighbours } from './neighbours.tsx'

type MaterialOverlayProps = {
  quarter: Quarter
  materials: Material[]
  material: Material
  onClose: () => void
}

/** A paper on a phone: full screen, with a way back to the list. */
export function MaterialOverlay({ onClose, ...paper }: MaterialOverlayProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={paper.material.name}
      size="full"
      flush={paper.material.kind !== 'agenda'}
      footer={<Neighbours {...paper} over label="Previous and next material" />}
    >
      <MaterialContent
        key={paper.material.type}
        quarter={paper.quarter}
        material={paper.material}
        height="100%"
      />
    </Dialog>
  )
}
