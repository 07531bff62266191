import { type OverriddenRemote, type PageOverride, startOverride } from '@portal/contract/overrides'
import type { Composition } from '@portal/contract/releases'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { FlaskConical } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { dismissNotice } from '../frame/interface-store.ts'
import styles from './override-notice.module.css'
import { previewPrefix } from './override-request.ts'
import { usePortal } from '@portal/remote-kit/portal'
import { previewInWords } from '@portal/domain/preview-words'
import { dayOf, dayText, todayIn } from '@portal/domain/days'
import { dateTimeText, timeText } from '@portal/domain/time-text'
import { useHost } from '../host.ts'

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
  if (refused !== undefined) return () => <Refused request={override.asked} reason={refused} />
  if (grantable) return () => <StartOverride wanted={grantable} onNotNow={leave} />
  return () => (
    <section aria-label="What this tab runs">
      <Banner
        kind="warn"
        icon={<FlaskConical aria-hidden="true" />}
        action={<Button onClick={leave}>Leave</Button>}
      >
        {failures.length < Math.max(1, remotes.length) && (
          <p className={styles.sentence}>
            {remotes.length > 0
              ? `This tab runs ${remotes.map(nameOf).join(' and ')} instead of the usual version${untilOf(until)}.`
              : 'This tab runs a composition by its id.'}
          </p>
        )}
        {remotes.length === 0 && <Releases composition={composition} />}
        {failures.map((failure) => (
          <p key={failure} className={styles.sentence}>
            {failure}
          </p>
        ))}
      </Banner>
    </section>
  )
}

function Refused({ request, reason }: { request: string; reason: string }) {
  return (
    <Banner
      kind="bad"
      icon={<FlaskConical aria-hidden="true" />}
      role="alert"
      action={<Button onClick={() => dismissNotice('override')}>Close</Button>}
    >
      <p className={styles.sentence}>
        This tab runs as usual, without “{request.slice(request.indexOf('=') + 1)}”. {reason}
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

type StartOverrideProps = {
  wanted: { remote: string; release: string }[]
  onNotNow: () => void
}

/** An admin must confirm: opening an address that somebody sent runs nothing. */
function StartOverride({ wanted, onNotNow }: StartOverrideProps) {
  const { call } = usePortal()
  const [state, setState] = useState<{ busy: boolean; failure?: string }>({ busy: false })
  const names = wanted.map(({ remote, release }) => `${remote} ${release}`).join(' and ')
  const start = async () => {
    setState({ busy: true })
    try {
      for (const body of wanted) await call(startOverride, { body })
      location.reload()
    } catch (error) {
      setState({ busy: false, failure: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <Banner
      kind="warn"
      icon={<FlaskConical aria-hidden="true" />}
      role="status"
      action={
        <div className={styles.actions}>
          <Button variant="primary" busy={state.busy} onClick={() => void start()}>
            Run for an hour
          </Button>
          <Button onClick={onNotNow}>Not now</Button>
        </div>
      }
    >
      <p className={styles.sentence}>Run {names} in this tab instead of the usual version?</p>
      {state.failure !== undefined && (
        <p className={styles.sentence} role="alert">
          {state.failure}
        </p>
      )}
    </Banner>
  )
}

type PreviewNoticeProps = {
  override: PageOverride
  preview: NonNullable<PageOverride['preview']>
  leave: () => void
}

/** The banner of a tab that previews a release: a sentence for its reader, and figures for its team. */
function PreviewNotice({ override, preview, leave }: PreviewNoticeProps) {
  const { config } = usePortal()
  const { remotes, until } = override
  const [remote] = remotes
  const { timeZone } = config.foundation
  return (
    <section aria-label="What this tab runs">
      <Banner
        kind="warn"
        icon={<FlaskConical aria-hidden="true" />}
        action={<Button onClick={leave}>Leave the preview</Button>}
      >
        <p className={styles.sentence}>
          What you see here is a preview by the {teamOf(remote?.name ?? '')} team
          {until !== undefined && `, until ${endText(until, timeZone)}`}. Other people see the
          portal as usual.
        </p>
        <details className={styles.releases}>
          <summary>For its team</summary>
          <p className={styles.sentence}>
            {remote?.name} {remote?.release}
            {until !== undefined && `, until ${dateTimeText(until, timeZone)}`}.{' '}
            {previewInWords(preview.comparison).join(' ')}
          </p>
        </details>
      </Banner>
    </section>
  )
}

/** A remote's name as people write it: `board-news` is Board news. */
function teamOf(remote: string): string {
  const words = remote.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "Friday 27 November", or "3:00 PM today". */
function endText(until: string, timeZone: string): string {
  const end = new Date(until)
  const day = dayOf(end, timeZone)
  return day === todayIn(timeZone) ? `${timeText(end, timeZone)} today` : dayText(day)
}

type RefusedPreviewProps = { reason: string; isForOthers: boolean; keepForNext: () => void }

/** Why the link of a preview doesn't open it. */
function RefusedPreview({ reason, isForOthers, keepForNext }: RefusedPreviewProps) {
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
      <p className={styles.sentence}>{reason} The portal runs as usual.</p>
    </Banner>
  )
}
