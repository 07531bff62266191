import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Archive } from 'lucide-react'
import { useId } from 'react'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { errorMessage } from '../shared/error-message.ts'
import { useAct } from '../shared/use-act.ts'
import { useStartExport } from './exports-queries.ts'
import styles from './exports-screen.module.css'
import { exportsSentences } from './exports-words.ts'

/** Says what an export contains and what it doesn't, with a button that starts one. */
export function NewExport({ isRunning }: { isRunning: boolean }) {
  const { toast } = usePortal()
  const start = useAct(useStartExport(), {
    done: () => toast(exportsSentences.started, { kind: 'good' }),
    failure: (error) => errorMessage(error) ?? exportsSentences.startFailed,
  })
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <h2 id={titleId}>What an export contains</h2>
      <ul className={styles.contents}>
        <li>Every paper with all of its kept versions, in folders by quarter</li>
        <li>Every agenda, drafts too, and what each slot shows</li>
        <li>The directory with its photos, and a list of who can sign in</li>
        <li>The audit, and the policy for notes with its legal holds</li>
        <li>A page to start from, index.html, which needs no portal</li>
      </ul>
      <p>
        Members’ notes and what they have read aren’t in it: these are private, and everyone can
        download their own. Passwords aren’t in it either. An empty portal can be set up again from
        the archive.
      </p>
      <p className={styles.soft}>{exportsSentences.kept}</p>
      <RefusalBanner sentence={start.refused} />
      <div>
        <Button
          variant="primary"
          icon={<Archive />}
          busy={start.busy || isRunning}
          onClick={() => void start.act()}
        >
          Start an export
        </Button>
      </div>
    </Card>
  )
}
