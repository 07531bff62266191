import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { Check, Circle } from 'lucide-react'
import { categoryName, type Objective } from './objectives.ts'
import styles from './quarter-pages.module.css'

export function ObjectiveList({ objectives }: { objectives: Objective[] }) {
  return (
    <Card flush>
      <ul className={styles.rows} aria-label="Objectives">
        {objectives.map(({ id, name, category, done, about }) => (
          <li key={id} className={styles.row}>
            <div className={styles.what}>
              <b>{name}</b>
              {about && <span className={styles.soft}>{about}</span>}
            </div>
            <div className={styles.badges}>
              <Badge>{categoryName(category)}</Badge>
              {done ? (
                <Badge kind="good" icon={<Check aria-hidden />}>
                  Completed
                </Badge>
              ) : (
                <Badge kind="accent" icon={<Circle aria-hidden />}>
                  Open
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
