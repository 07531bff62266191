import { clsx } from 'clsx'
import type { EmbedType } from '@portal/contract/mappings'
import { parsedUrl } from '@portal/domain/parsed-url'
import { isolated } from '@portal/domain/shown-text'
import { ExternalLink, Globe } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonStyle } from './button.tsx'
import styles from './embed-frame.module.css'
import { ErrorPanel } from './error-panel.tsx'
import { Skeleton } from './skeleton.tsx'
import { localAddress } from '@portal/domain/local-address'

type EmbedFrameProps = {
  url: string | undefined
  title: string
  embedType: EmbedType | undefined
  embedHosts: string[]
}

/** Another site's page in a sandboxed frame, or a link to it if it may not be framed. */
export function EmbedFrame({ url, title, embedType, embedHosts }: EmbedFrameProps) {
  const decision = decideEmbed(url, embedType, embedHosts)
  if (decision.show === 'nothing') {
    return (
      <div className={styles.place}>
        <ErrorPanel sentence="No Embed URL" />
      </div>
    )
  }
  if (decision.show === 'link') return <LinkOut url={decision.url} title={title} />
  return <Frame key={decision.url} url={decision.url} title={title} />
}

function LinkOut({ url, title }: { url: string; title: string }) {
  return (
    <div className={styles.place}>
      <div className={styles.notice}>
        <Globe aria-hidden="true" className={styles.icon} />
        <p className={styles.title}>{title}</p>
        <p>This page is on another site, {new URL(url).hostname}. It opens in a new tab.</p>
        <OutLink url={url}>Open External Link</OutLink>
      </div>
    </div>
  )
}

function OutLink({ url, children }: { url: string; children: string }) {
  return (
    <a className={buttonStyle('primary')} href={url} target="_blank" rel="noopener noreferrer">
      <ExternalLink aria-hidden="true" />
      {children}
    </a>
  )
}

/**
 * Time in ms after which the page is reported as failed. A frame doesn't reveal whether it is loading, so it isn't
 * aborted: a page that arrives later is shown.
 */
const timeLimit = 10_000

type FrameState = 'loading' | 'loaded' | 'failed' | 'blocked'

function Frame({ url, title }: { url: string; title: string }) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<FrameState>('loading')
  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('failed'), timeLimit)
    return () => clearTimeout(timer)
  }, [state])
  // The address, or another one that it redirects to, isn't in the portal's policy.
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'frame-src') return
      if (parsedUrl(blockedURI)?.origin === new URL(url).origin) setState('blocked')
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [url])

  const isFailed = state === 'failed' || state === 'blocked'
  // The browser's own page about a failure counts as loaded too.
  const onLoad = () =>
    setState((before) => {
      if (before === 'blocked') return before
      return navigator.onLine ? 'loaded' : 'failed'
    })
  const retry = () => {
    setState('loading')
    setAttempt(attempt + 1)
  }
  return (
    <div className={styles.frame}>
      {/* A refused frame counts as loaded and stays empty, so the link is shown above it. */}
      {isFailed ? null : (
        <p className={styles.head}>
          <span>If nothing appears here, open the page in a new tab.</span>
          <a href={url} target="_blank" rel="noopener noreferrer">
            Open in New Tab
          </a>
        </p>
      )}
      <div className={styles.stage}>
        <iframe
          key={attempt}
          src={url}
          title={title}
          className={styles.content}
          inert={isFailed}
          // The page keeps its own origin, which is never ours, so combining these two permissions is safe.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          loading="eager"
          onLoad={onLoad}
        />
        {state === 'loading' ? (
          <div className={styles.waiting}>
            <Skeleton height="100%" label={`Loading ${isolated(title)}`} />
          </div>
        ) : null}
        {isFailed ? (
          <div className={clsx(styles.waiting, styles.place)}>
            <ErrorPanel sentence="Failed to load embedded content" onRetry={retry}>
              <OutLink url={url}>Open in New Tab</OutLink>
            </ErrorPanel>
          </div>
        ) : null}
      </div>
    </div>
  )
}

type EmbedDecision =
  | { show: 'nothing' }
  | { show: 'frame'; url: string }
  /** A host that may not be framed, or an embed meant as a link. */
  | { show: 'link'; url: string }

/** Only https URLs are shown, and only allowed hosts and their subdomains are framed. */
export function decideEmbed(
  url: string | undefined,
  embedType: EmbedType | undefined,
  embedHosts: readonly string[],
): EmbedDecision {
  const trimmed = url?.trim() ?? ''
  if (!URL.canParse(trimmed)) return { show: 'nothing' }
  const parsed = new URL(trimmed)
  if (parsed.protocol !== 'https:') return { show: 'nothing' }
  // A frame of our own origin would have our rights.
  if (localAddress(trimmed, location.origin) !== undefined)
    return { show: 'link', url: parsed.href }
  const framed = embedType !== 'external' && embedHosts.some((host) => isWithin(parsed, host))
  return { show: framed ? 'frame' : 'link', url: parsed.href }
}

function isWithin({ hostname, port, username, password }: URL, host: string): boolean {
  const allowed = host.trim().toLowerCase()
  if (!allowed || port || username || password) return false
  return hostname === allowed || hostname.endsWith(`.${allowed}`)
}
