import type { ComposedRelease } from '@portal/contract/releases'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { fetchUnlessSilent } from '@portal/shared-ui/silence'
import { Bug } from 'lucide-react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { dismissNotice, showNotice } from '../frame/interface-store.ts'
import { remoteChanged } from './override-request.ts'
import styles from './dev-errors.module.css'

type DevError = {
  /** "directory doesn’t compile". */
  what: string
  /** The message, with the lines around its place where they are known. */
  text: string
}

const useDevErrors = create<{ errors: DevError[] }>()(() => ({ errors: [] }))

/** Shown at once; an error in a loop makes many. */
const mostShown = 5

function add(error: DevError): void {
  const { errors } = useDevErrors.getState()
  if (errors.some(({ text }) => text === error.text) || errors.length >= mostShown) return
  useDevErrors.setState({ errors: [...errors, error] })
  showNotice('development', DevErrorNotice)
}

function clear(): void {
  useDevErrors.setState({ errors: [] })
  dismissNotice('development')
}

let isFollowing = false

/**
 * Shows what doesn't compile in this tab, and what these releases throw outside React. The client of the dev server, which is in the remote's bundle, receives that
 * from its server and posts it to the page: its own overlay would need inline styles, which the page's policy blocks.
 */
export function followBuilds(releases: ComposedRelease[]): void {
  if (isFollowing) return
  isFollowing = true
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== globalThis.window) return
    const { type, data: problems } = (data ?? {}) as { type?: unknown; data?: unknown }
    if (type === 'webpackOk' || type === 'webpackWarnings') clear()
    if (type !== 'webpackErrors' || !Array.isArray(problems)) return
    clear()
    for (const problem of problems) add({ what: 'It doesn’t compile', text: String(problem) })
  })
  const showThrown = (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    const release = releases.find(({ base }) => stack.includes(base))
    if (release) void showDevError(release, error)
  }
  addEventListener('error', ({ error }: ErrorEvent) => showThrown(error))
  addEventListener('unhandledrejection', ({ reason }) => showThrown(reason))
  // Its new code has run.
  addEventListener(remoteChanged, clear)
}

/** Shows an error of a release on a developer's server, with the lines of its source. */
export async function showDevError(release: ComposedRelease, error: unknown): Promise<void> {
  const frame = await frameOf(release, error)
  add({
    what: `${release.name} has failed`,
    text: `${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n${frame}`,
  })
}

const codeFrame = z.object({ source: z.string(), line: z.int(), text: z.string() })

/** In ms. */
const silenceLimit = 3000

/** The lines around the first place of the error's stack that is in a script of the release; else the stack. */
async function frameOf({ base }: ComposedRelease, error: unknown): Promise<string> {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const at = stack.indexOf(base)
  const [, file, line, column] =
    /^([\w.-]+\.js)[^:\s]*:(\d+):(\d+)/.exec(stack.slice(at + base.length)) ?? []
  const known = stack.split('\n').slice(1, 6).join('\n')
  if (at < 0 || file === undefined) return known
  const query = new URLSearchParams({ file, line: line!, column: column! })
  try {
    const address = `${base}code-frame?${query}`
    const response = await fetchUnlessSilent(address, {}, { silenceLimit })
    const { source, line: found, text } = z.parse(codeFrame, await response.json())
    return `\n${source}:${found}\n${text}`
  } catch {
    return known
  }
}

function DevErrorNotice() {
  const errors = useDevErrors((state) => state.errors)
  return (
    <section aria-label="Errors in development">
      <Banner kind="bad" icon={<Bug aria-hidden="true" />} role="alert">
        {errors.map(({ what, text }) => (
          <div key={text}>
            <p className={styles.what}>{what}</p>
            {/* Scrolls sideways, so it must be reachable by keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className={styles.text} tabIndex={0} dir="ltr">
              {text}
            </pre>
          </div>
        ))}
        <Button onClick={clear}>Close</Button>
      </Banner>
    </section>
  )
}
