import { pagesInWords } from '@portal/domain/item-papers'
import { isolated } from '@portal/domain/shown-text'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PaperKindIcon } from '@portal/shared-ui/paper-picture'
import type { NamedPaper } from './item-papers.ts'
import styles from './item-papers-list.module.css'

type ItemPapersListProps = {
  /** The item's name. */
  of: string
  papers: readonly NamedPaper[]
  /** Also lists papers that members don't find, each with the reason. */
  withProblems?: boolean
  /** A link that opens the paper, with this content and class. */
  link: (paper: NamedPaper, face: { className: string; children: ReactNode }) => ReactNode
}

/** An agenda item's papers that members find, each with its pages. */
export function ItemPapersList({ of, papers, withProblems = false, link }: ItemPapersListProps) {
  const listed = withProblems ? papers : papers.filter(({ isShown }) => isShown)
  if (listed.length === 0) return null
  return (
    <ul className={styles.papers} aria-label={`Papers of ${of}`}>
      {listed.map((paper) => (
        <li
          key={paper.materialType}
          data-printed={paper.kind === undefined ? undefined : nameInPrint(paper)}
        >
          {paper.kind === undefined ? (
            <span className={clsx(styles.paper, styles.missing)}>{paper.name}</span>
          ) : (
            link(paper, { className: styles.paper!, children: <Face paper={paper} /> })
          )}
          {withProblems && paper.problem !== undefined && (
            <p className={styles.problem} data-print="hide">
              <TriangleAlert aria-hidden="true" /> {paper.problem}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Replaces the link in print, where nothing can be pressed. */
function nameInPrint({ name, pages }: NamedPaper): string {
  return [isolated(name), pagesInWords(pages)].filter(Boolean).join(', ')
}

function Face({ paper: { kind, name, pages } }: { paper: NamedPaper }) {
  const words = pagesInWords(pages)
  return (
    <>
      <PaperKindIcon kind={kind!} />
      <span>
        <span className={styles.name}>{name}</span>
        {words && <span className={styles.pages}>, {words}</span>}
      </span>
    </>
  )
}
