import { fetchCode } from '../load-code.ts'

type Policy = { createScriptURL(url: string): unknown }
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy
}

let policy: Policy | undefined

/**
 * Starts pdf.js's worker from our own origin, through the page's Trusted Types policy if there is one. The file is
 * fetched first, because a worker doesn't report a file that never arrives.
 */
export async function startWorker(url: string, onBroken: () => void): Promise<Worker> {
  const address = startable(url)
  if (address === url) await fetchCode(url)
  const worker = new Worker(trusted(address) as string, { type: 'module', name: 'pdf' })
  worker.addEventListener('error', onBroken)
  return worker
}

/** In development, the file comes from another port, but workers must have the page's own origin. */
function startable(url: string): string {
  const foreign = new URL(url, globalThis.location.href).origin !== globalThis.location.origin
  if (process.env.NODE_ENV !== 'development' || !foreign) return url
  const start = new Blob([`import ${JSON.stringify(url)}`], { type: 'text/javascript' })
  return URL.createObjectURL(start)
}

function trusted(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return url
  policy ??= trustedTypes.createPolicy('portal-viewer', { createScriptURL: ownScript })
  return policy.createScriptURL(url)
}

function ownScript(url: string): string {
  const { origin, href } = new URL(url, globalThis.location.href)
  if (origin !== globalThis.location.origin)
    throw new TypeError(`Not a script of this origin: ${origin}`)
  return href
}
