import type { Quarter } from '@portal/contract/quarter'
import type { MaterialType } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { File, FileText, Link as LinkIcon, ListOrdered } from 'lucide-react'
import { dayOf, shortDayText, todayIn } from '../days.ts'
import { meetingsPaths } from '../meetings-paths.ts'
import styles from './material-list.module.css'
import { changedAt, factsOf, type Material } from './materials-of.ts'

const icons = { agenda: ListOrdered, pdf: FileText, file: File, page: LinkIcon }

type MaterialListProps = {
  quarter: Quarter
  materials: Material[]
  shown: MaterialType | undefined
}

export function MaterialList({ quarter, materials, shown }: MaterialListProps) {
  return (
    <Card as="section" flush className={styles.card}>
      <h2 className={styles.heading}>Available Materials</h2>
      <ol className={styles.list}>
        {materials.map((material, index) => (
          <li key={material.type}>
            <MaterialRow
              material={material}
              number={index + 1}
              to={meetingsPaths.material(quarter, material.type)}
              viewing={material.type === shown}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

type MaterialRowProps = { material: Material; number: number; to: string; viewing: boolean }

function MaterialRow({ material, number, to, viewing }: MaterialRowProps) {
  const { timeZone } = usePortal().config.foundation
  const Icon = icons[material.kind]
  const changed = changedAt(material)
  const updated = changed && shortDayText(dayOf(new Date(changed), timeZone), todayIn(timeZone))

  return (
    <Link to={to} className={styles.row} aria-current={viewing ? 'true' : undefined}>
      <span className={styles.number}>{number}</span>
      <span className={styles.what}>
        <b className={styles.name}>{material.name}</b>
        <span className={styles.facts}>
          <Icon aria-hidden /> {factsOf(material)}
        </span>
        {updated && <span className={styles.facts}>Updated {updated}</span>}
      </span>
      {viewing ? <Badge kind="accent">Viewing</Badge> : <span className={styles.view}>View</span>}
    </Link>
  )
}
