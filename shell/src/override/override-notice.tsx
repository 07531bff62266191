import type { OverriddenRemote, PageOverride } from '@portal/contract/overrides'
import type { Composition } from '@portal/contract/releases'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { FlaskConical } from 'lucide-react'
import type { ComponentType } from 'react'
import { dismissNotice } from '../frame/interface-store.ts'
import styles from './override-notice.module.css'
import { previewPrefix } from './override-request.ts'
import { PreviewNotice, RefusedPreview } from './preview-notice.tsx'
import { StartOverride } from './start-override.tsx'

type OverrideNotice = {
  override: PageOverride
  composition: Composition
  /** Sentences about what failed to load. */
  failures?: string[]
  leave: () => void
  /** Keeps the request for the reader who signs in next. */
  keepForNext: () => void
}

/** The banner of a tab that requested other releases. */
export function overrideNotice({
  override,
  composition,
  failures = [],
  leave,
  keepForNext,
}: OverrideNotice): ComponentType {
  const { refused, grantable, remotes, until, preview } = override
  if (preview) {
    return () => <PreviewNotice override={override} preview={preview} leave={leave} />
  }
  if (refused !== undefined && override.asked.startsWith(previewPrefix)) {
    const isForOthers = override.isForOthers ?? false
    return () => <RefusedPreview reason={refused} {...{ isForOthers, keepForNext }} />
  }
  if (refused !== undefined) return () => <Refused asked={override.asked} reason={refused} />
  if (grantable) return () => <StartOverride wanted={grantable} onNotNow={leave} />
  return () => (
    <section aria-label="What this tab runs">
      <Banner
        kind="warn"
        icon={<FlaskConical aria-hidden="true" />}
        action={<Button onClick={leave}>Leave</Button>}
      >
        {failures.length < Math.max(1, remotes.length) && (
          <p className={styles.said}>
            {remotes.length > 0
              ? `This tab runs ${remotes.map(nameOf).join(' and ')} instead of the usual version${untilOf(until)}.`
              : 'This tab runs a composition by its id.'}
          </p>
        )}
        {remotes.length === 0 && <Releases composition={composition} />}
        {failures.map((failure) => (
          <p key={failure} className={styles.said}>
            {failure}
          </p>
        ))}
      </Banner>
    </section>
  )
}

function Refused({ asked, reason }: { asked: string; reason: string }) {
  return (
    <Banner
      kind="bad"
      icon={<FlaskConical aria-hidden="true" />}
      role="alert"
      action={<Button onClick={() => dismissNotice('override')}>Close</Button>}
    >
      <p className={styles.said}>
        This tab runs as usual, without “{asked.slice(asked.indexOf('=') + 1)}”. {reason}
      </p>
    </Banner>
  )
}

function Releases({ composition }: { composition: Composition }) {
  return (
    <details className={styles.releases}>
      <summary>Its releases</summary>
      <ul>
        {composition.remotes.map(({ name, releases }) => (
          <li key={name}>
            {name} {releases[0]!.release}
          </li>
        ))}
      </ul>
    </details>
  )
}

function nameOf({ name, release, address }: OverriddenRemote): string {
  return release === undefined ? `${name} from ${address}` : `${name} ${release}`
}

function untilOf(until: string | undefined): string {
  if (until === undefined) return ''
  const time = new Date(until).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  return `, until ${time}`
}
