import type { Publication } from '@portal/contract/quarters'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import styles from './publication-bar.module.css'
import { usePublication } from './publication-queries.ts'
import { PublishQuarterDialog } from './publish-quarter-dialog.tsx'
import { UnpublishQuarterDialog } from './unpublish-quarter-dialog.tsx'

/** Whether members see a quarter, and the act that changes it. */
export function PublicationBar({ quarter }: { quarter: Quarter }) {
  const { data: publication } = usePublication(quarter)
  const [asking, setAsking] = useState<Publication>()
  const close = () => setAsking(undefined)
  const isHidden = publication?.state === 'preparation'
  return (
    <div className={styles.bar} role="group" aria-label={`Publication of ${quarterName(quarter)}`}>
      {publication && (
        <>
          {isHidden && (
            <Badge kind="warn" icon={<EyeOff />}>
              In preparation
            </Badge>
          )}
          <p className={styles.words}>
            {isHidden
              ? `Members don’t see ${quarterName(quarter)} yet.`
              : `Members see ${quarterName(quarter)} now.`}
          </p>
          <Button variant={isHidden ? 'primary' : 'quiet'} onClick={() => setAsking(publication)}>
            {isHidden ? 'Publish quarter' : 'Put back in preparation'}
          </Button>
        </>
      )}
      {asking?.state === 'preparation' && (
        <PublishQuarterDialog publication={asking} onClose={close} />
      )}
      {asking?.state === 'published' && (
        <UnpublishQuarterDialog publication={asking} onClose={close} />
      )}
    </div>
  )
}
