import { counted } from '@portal/domain/counted'
import { Button } from '@portal/shared-ui/button'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { matchPapersId } from '../../admin-paths.ts'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import { MatchHeading } from './match-heading.tsx'
import styles from './match-papers.module.css'

type MatchSectionProps = {
  /** What fits, in a sentence or two. */
  about: string
  /** Shown once nothing fits any more. */
  none: string
  /** How many papers fit, and how many of them are chosen. */
  found: number
  chosen: number
  verb: string
  busy: boolean
  problems: readonly string[]
  onSubmit: () => Promise<void>
  children: ReactNode
}

/** Papers that fit something by their names, taken with one press; nothing if there were none. */
export function MatchSection(props: MatchSectionProps) {
  const { about, none, found, chosen, verb, busy, problems, onSubmit, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  // The heading keeps the focus after the last one.
  const [wasUsed, setWasUsed] = useState(false)
  if (found === 0 && !wasUsed) return null
  const submit = async () => {
    setWasUsed(true)
    await onSubmit()
    heading.current?.focus()
  }
  return (
    <section className={styles.section} aria-labelledby={matchPapersId}>
      <MatchHeading ref={heading} />
      <RefusalBanner sentence={problems.join(' ') || undefined} />
      {found === 0 ? (
        <p className={styles.detail}>{none}</p>
      ) : (
        <>
          <p>{about}</p>
          <ul className={styles.papers}>{children}</ul>
          <div className={styles.act}>
            <Button
              variant="primary"
              icon={<ListChecks />}
              busy={busy}
              disabled={chosen === 0}
              onClick={() => void submit()}
            >
              {verb} {counted(chosen, 'paper')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
