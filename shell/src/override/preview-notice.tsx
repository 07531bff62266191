import { previewInWords } from '@portal/contract/preview-words'
import type { PageOverride } from '@portal/contract/overrides'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { dismissNotice } from '../frame/interface-store.ts'
import { useHost } from '../host.ts'
import styles from './override-notice.module.css'

type PreviewNoticeProps = {
  override: PageOverride
  preview: NonNullable<PageOverride['preview']>
  leave: () => void
}

/** The banner of a tab that previews a release. */
export function PreviewNotice({ override, preview, leave }: PreviewNoticeProps) {
  const { config } = usePortal()
  const { remotes, until } = override
  const [remote] = remotes
  const end =
    until === undefined ? '' : `, until ${dateTimeText(until, config.foundation.timeZone)}`
  return (
    <section aria-label="What this tab runs">
      <Banner
        kind="warn"
        icon={<FlaskConical aria-hidden="true" />}
        action={<Button onClick={leave}>Leave the preview</Button>}
      >
        <p className={styles.said}>
          This tab previews {remote?.name} {remote?.release}
          {end}.
        </p>
        <p className={styles.said}>{previewInWords(preview.comparison).join(' ')}</p>
      </Banner>
    </section>
  )
}

type RefusedPreviewProps = { reason: string; isForOthers: boolean; keepForNext: () => void }

/** Why the link of a preview doesn't open it. */
export function RefusedPreview({ reason, isForOthers, keepForNext }: RefusedPreviewProps) {
  const { signOut } = useHost()
  const [busy, setBusy] = useState(false)
  const signInAsAnother = () => {
    keepForNext()
    setBusy(true)
    void signOut().finally(() => setBusy(false))
  }
  return (
    <Banner
      kind="bad"
      icon={<FlaskConical aria-hidden="true" />}
      role="alert"
      action={
        <div className={styles.actions}>
          {isForOthers && (
            <Button busy={busy} onClick={signInAsAnother}>
              Sign in as someone else
            </Button>
          )}
          <Button onClick={() => dismissNotice('override')}>Leave the preview</Button>
        </div>
      }
    >
      <p className={styles.said}>{reason} The portal runs as usual.</p>
    </Banner>
  )
}
