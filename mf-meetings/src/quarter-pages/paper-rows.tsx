import type { Quarter } from '@portal/domain/quarter'
import { Link } from '@portal/remote-kit/router'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { factsOf, type Material } from '../shared/materials-of.ts'
import { meetingsPaths } from '../meetings-paths.ts'
import styles from './quarter-pages.module.css'
import { useChangedText } from './use-changed-text.ts'

/** Each paper in a row that opens it. */
export function PaperRows({ quarter, papers }: { quarter: Quarter; papers: Material[] }) {
  const changedText = useChangedText()
  return (
    <Card flush>
      <ul className={styles.rows}>
        {papers.map((paper) => {
          const changed = changedText(paper)
          return (
            <li key={paper.type} className={`${styles.row} ${styles.opens}`}>
              <div className={styles.what}>
                <b>{paper.name}</b>
                <span className={styles.soft}>
                  {factsOf(paper)}
                  {changed && ` · Updated ${changed}`}
                </span>
              </div>
              <Link to={meetingsPaths.material(quarter, paper.type)} className={styles.view}>
                View<VisuallyHidden> {paper.name}</VisuallyHidden>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
