import type { Settings } from '../../platform/env/env.ts'

/** Trusted Types policies of the shell; `default` and gapi's are for Google's sign-in loader. */
const ownPolicies = ['portal-shell', 'portal-viewer', 'portal-remotes', 'default', 'gapi#gapi']

/**
 * The page's Content-Security-Policy. `policies` are the Trusted Types policies that releases use to load chunks; if they
 * aren't given, the page itself names them. `overrides` are the origins of developers' servers requested for this tab.
 */
export function pagePolicy(
  settings: Settings,
  policies: string[] | undefined,
  overrides: string[] = [],
): string {
  const { identity, embedHosts, devRemotes, shellDevUrl } = settings
  // Subdomains of an allowed host are allowed, too, as in the viewer.
  const embeds = embedHosts.flatMap((host) =>
    host.startsWith('*.') ? [`https://${host}`] : [`https://${host}`, `https://*.${host}`],
  )
  const firebase = identity.kind === 'firebase'
  const ownDev = [...devRemotes.map(({ url }) => url), ...(shellDevUrl ? [shellDevUrl] : [])].map(
    (url) => new URL(url).origin,
  )
  const dev = [...ownDev, ...overrides]
  const sockets = dev.map((origin) => origin.replace(/^http/, 'ws'))
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    // Google's sign-in popup needs a script from Google. WebAssembly is only used by the viewer's worker, which has its
    // own policy.
    'script-src': ["'self'", 'https://apis.google.com', ...dev],
    'style-src': ["'self'", ...dev, ...(ownDev.length > 0 ? ["'unsafe-inline'"] : [])],
    'connect-src': [
      "'self'",
      ...(firebase
        ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
        : []),
      ...dev,
      ...sockets,
    ],
    'img-src': ["'self'", 'data:', 'blob:', 'https://lh3.googleusercontent.com', ...dev],
    'font-src': ["'self'", ...dev],
    'frame-src': ["'self'", ...embeds, ...(firebase ? [`https://${identity.authDomain}`] : [])],
    // A worker of another origin can only be started from a blob that imports it.
    'worker-src': ["'self'", ...dev, ...(shellDevUrl ? ['blob:'] : [])],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
  }
  const rules = Object.entries(directives).map(([name, values]) => `${name} ${values.join(' ')}`)
  return [...rules, ...(policies ? [trustedTypesRule(policies)] : [])].join('; ')
}

/** Which Trusted Types policies a page may create. */
export function trustedTypesRule(policies: string[]): string {
  return `trusted-types ${[...ownPolicies, ...policies, "'allow-duplicates'"].join(' ')}`
}
