import type { BoardDocument } from '@portal/contract/documents'
import type { ProposedCorrection } from '@portal/contract/uploads'
import { isShownElsewhere, paperProblemOf } from '@portal/domain/paper-problem'
import type { PaperFile } from '@portal/domain/paper-match'
import { isolated } from '@portal/domain/shown-text'
import { dateText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ExternalLink, Eye, EyeOff, Replace, TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { CorrectionProposal } from '../../shared/corrections/correction-proposal.tsx'
import styles from './match-papers.module.css'

type MatchedPaperProps = {
  document: BoardDocument
  /** Why it fits, in one short sentence without its full stop. */
  reason: string
  /** A checkbox or a choice for what the paper is mapped to, or its name. */
  head: ReactNode
  /** Decided before anything else. */
  proposed?: ProposedCorrection | undefined
  /** What the paper would take the place of. */
  replaces?: string | undefined
  /** Whether members will see it once it is mapped; absent while it isn't chosen. */
  seen?: MembersWillSee | undefined
  children?: ReactNode
}

/** A paper that fits a slot or card: what it is, why it fits, and what mapping it means. */
export function MatchedPaper(props: MatchedPaperProps) {
  const { document, reason, head, proposed, replaces, seen, children } = props
  const { id, name, path, modified_time: modifiedTime } = document
  const { timeZone } = usePortal().config.foundation
  const marks = marksOf(document)
  const sight = seen === 'seen' && paperProblemOf(document) ? 'problem' : seen
  return (
    <Card as="li" className={styles.paper}>
      <div className={styles.head}>{head}</div>
      <p className={styles.name}>{name}</p>
      <a
        className={styles.open}
        href={adminPaths.paper(id)}
        target="_blank"
        rel="noopener"
        aria-label={`Open ${isolated(name)} in a new tab`}
      >
        <ExternalLink /> Open
      </a>
      {marks.length > 0 && (
        <div className={styles.marks}>
          {marks.map((mark) => (
            <Badge key={mark} kind="warn" icon={<TriangleAlert />}>
              {mark}
            </Badge>
          ))}
        </div>
      )}
      <p className={styles.detail}>
        {isolated(path || 'Top folder')} · Changed {dateText(modifiedTime, timeZone)} · {reason}.
      </p>
      {proposed ? (
        <CorrectionProposal name={name} proposed={proposed} />
      ) : (
        <>
          {children}
          {replaces !== undefined && (
            <p className={styles.replaces}>
              <Replace /> Replaces: {isolated(replaces)}
            </p>
          )}
          {sight && (
            <p className={styles.seen}>
              {sight === 'seen' ? <Eye /> : <EyeOff />} {seenWords[sight]}
            </p>
          )}
        </>
      )}
    </Card>
  )
}

type ChoiceProps = { name: string; of: string; checked: boolean; onChange: (to: boolean) => void }

/** The checkbox that maps a paper to what fits it. */
export function MatchChoice({ name, of, checked, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <strong>{name}</strong>
      <VisuallyHidden> {of}</VisuallyHidden>
    </label>
  )
}

const seenWords = {
  seen: 'Members will see it',
  unpublished: 'Hidden until the quarter is published',
  inPreparation: 'Hidden until the meeting is published',
  inactive: 'Hidden: its slot is inactive',
  problem: 'Members will see why it can’t be opened',
}

export type MembersWillSee = 'seen' | 'unpublished' | 'inPreparation' | 'inactive'

/** Names a file that another one is compared with: its name, folder and date. */
export function useNamedFile(): (file: PaperFile) => string {
  const { timeZone } = usePortal().config.foundation
  return useCallback(
    ({ name, folder, modifiedTime }: PaperFile) => {
      const place = isolated(folder || 'Top folder')
      return `“${isolated(name)}” (${place}, changed ${dateText(modifiedTime, timeZone)})`
    },
    [timeZone],
  )
}

/** A paper with more pages is read by few, and may be the wrong file. */
const manyPages = 300

/** What to look at before a paper is mapped: members can't open it, can't search it, or it is very long. */
export function marksOf(document: BoardDocument): string[] {
  const { condition, pages = 0, scanned } = document
  const problem = paperProblemOf(document)
  return [
    problem && problemMarks[problem],
    isShownElsewhere(condition) && 'Opens in Adobe Acrobat only',
    scanned && 'Scanned: search doesn’t find its words',
    pages > manyPages && `Very long: ${pages.toLocaleString('en')} pages`,
  ].filter((mark) => typeof mark === 'string')
}

const problemMarks = {
  missing: 'Not in the portal',
  withdrawn: 'Withdrawn',
  damaged: 'Damaged',
  encrypted: 'Needs a password',
  tooLarge: 'Too large to open',
}
