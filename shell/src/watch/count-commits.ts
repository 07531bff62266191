/** How many times React has changed the page; read by the portal's gate, too. */
type Commits = { count: number }

type ReactHook = {
  supportsFiber: true
  /** Required by the runtime of hot reload. */
  renderers: Map<number, unknown>
  inject: () => number
  onCommitFiberRoot: (...args: unknown[]) => void
}

/** Where the count is kept, for every bundle and for a browser that is driven by a program. */
const commitsKey = Symbol.for('portal.commits')

/**
 * Counts React's commits on this page. React reports them to its developer tools in production too,
 * and looks for these tools once, when its code runs. The browser extension still receives every
 * commit.
 */
export function countCommits(): void {
  const commits: Commits = { count: 0 }
  const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: ReactHook }
  Object.assign(globalThis, { [commitsKey]: commits })
  const hook = (page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: () => {},
  })
  const announce = hook.onCommitFiberRoot
  hook.onCommitFiberRoot = (...args) => {
    commits.count += 1
    announce(...args)
  }
}

export function commitCount(): number {
  return (globalThis as unknown as Record<symbol, Commits | undefined>)[commitsKey]?.count ?? 0
}
