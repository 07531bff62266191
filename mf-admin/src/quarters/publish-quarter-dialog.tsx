import type { Publication } from '@portal/contract/quarters'
import { paperProblemSentences } from '@portal/domain/paper-problem'
import { quarterName } from '@portal/domain/quarter'
import {
  type QuarterReview,
  type ReviewProblem,
  reviewQuarter,
} from '@portal/domain/quarter-review'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Skeleton } from '@portal/shared-ui/skeleton'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { editedMappingsQuery } from '../shared/mapping-queries.ts'
import styles from './publication-bar.module.css'
import { useChangePublication } from './use-change-publication.ts'

type PublishQuarterDialogProps = { publication: Publication; onClose: () => void }

/** What members will see of a quarter and what is wrong with it, before it is published. */
export function PublishQuarterDialog({ publication, onClose }: PublishQuarterDialogProps) {
  const { call } = usePortal()
  const mappings = useQuery(editedMappingsQuery(call))
  const agenda = useQuery({ ...agendaQuery(call, publication), retry: false })
  const { to, busy, refused } = useChangePublication(publication, onClose)
  const name = quarterName(publication)
  // Without an agenda, the query has failed.
  const isKnown = mappings.data !== undefined && !mappings.isFetching && !agenda.isFetching
  const review =
    isKnown &&
    reviewQuarter({
      quarter: publication,
      mappings: mappings.data,
      agenda: agenda.isSuccess ? agenda.data : undefined,
    })
  return (
    <Dialog
      open
      title={`Publish ${name}?`}
      onClose={() => {
        if (!busy) onClose()
      }}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} disabled={!review} onClick={() => to('published')}>
            Publish quarter
          </Button>
        </>
      }
    >
      <div className={bodyStyles.body}>
        <RefusalBanner sentence={refused} />
        {review ? (
          <Review name={name} review={review} />
        ) : (
          <Skeleton height="12rem" label={`Loading ${name}`} />
        )}
      </div>
    </Dialog>
  )
}

function Review({ name, review: { shown, problems } }: { name: string; review: QuarterReview }) {
  return (
    <>
      {problems.length > 0 && (
        <section aria-labelledby="publish-problems">
          <h3 id="publish-problems">Look at these first</h3>
          <ul className={styles.list}>
            {problems.map((problem) => (
              <li key={JSON.stringify(problem)}>{inWords(problem)}</li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="publish-shown">
        <h3 id="publish-shown">Members will see</h3>
        {shown.length === 0 ? (
          <p>Nothing yet: no slot of {name} shows anything.</p>
        ) : (
          <ul className={styles.list}>
            {shown.map(({ materialType, name: slot, content }) => (
              <li key={materialType}>
                {slot} <span className={styles.content}>{content}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p>You can put the quarter back in preparation at any time.</p>
    </>
  )
}

function inWords(problem: ReviewProblem): string {
  switch (problem.kind) {
    case 'paper':
      return `${isolated(problem.name)}: members read “${paperProblemSentences[problem.problem]}”`
    case 'empty':
      return `${isolated(problem.name)} is empty.`
    case 'inactive':
      return `${isolated(problem.name)} is inactive, so members don’t see it.`
    case 'noItem':
      return `${isolated(problem.name)} belongs to no item of the agenda.`
    case 'itemWithoutPaper':
      return `“${isolated(problem.item)}” names ${isolated(problem.name)}, which members don’t see.`
    case 'agendaDraft':
      return 'The agenda is a draft, so members see none.'
    case 'agendaMissing':
      return 'No agenda is written, so members see none.'
  }
}
