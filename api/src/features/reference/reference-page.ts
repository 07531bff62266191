import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliSync } from '../../platform/http/conditional.ts'

/**
 * The policy of the reference page only. OpenAPI Explorer writes its colors into a style element, so inline styles
 * are allowed; scripts are limited to its file, under lit's Trusted Types policy.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

export type ReferenceScript = { path: string; bytes: Uint8Array<ArrayBuffer>; compressed: Buffer }

/** The bundle from the library's package, under a path with its hash. */
export async function readReferenceScript(): Promise<ReferenceScript> {
  const file = import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js')
  const bytes = new Uint8Array(await readFile(fileURLToPath(file)))
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { path: `/api/docs/explorer.${tag}.js`, bytes, compressed: brotliSync(bytes) }
}

export function referencePage(scriptPath: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of the Board Portal</title>
<script type="module" src="${scriptPath}"></script>
<style>body{margin:0;font-family:system-ui,sans-serif}</style>
</head>
<body>
<openapi-explorer spec-url="/api/openapi.json" hide-server-selection table
  primary-color="#1d4f45" secondary-color="#8fd0bf" bg-color="#faf8f4" text-color="#1c2426"
  nav-bg-color="#1b2124" nav-text-color="#ece8e0" nav-hover-text-color="#8fd0bf"></openapi-explorer>
</body>
</html>
`
}
