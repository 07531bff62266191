import { createHash } from 'node:crypto'
import { renewedCookies, settingAttributes } from '@portal/contract/device-settings'
import {
  type PageData,
  pageDataElement,
  pagePlaceholders,
  type PortalConfig,
  type PortalReply,
  pageData,
} from '@portal/contract/portal'
import { trustedTypesPolicy } from '@portal/contract/releases'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { Settings } from '../../platform/env/env.ts'
import { acceptsBrotli, brotli, isUnchanged } from '../../platform/http/conditional.ts'
import type { AppEnv } from '../../platform/http/request-context.ts'
import type { SignedIn } from '../../platform/http/signed-in.ts'
import type { PortalService } from '../portal/portal-feature.ts'
import type { RequestedPage, OverridesService } from '../releases/releases-feature.ts'
import type { Branding } from './branding/make-branding.ts'
import { firstPaint, firstPaintUnknown } from './first-paint.ts'
import { escapeText } from '../../platform/http/escape-text.ts'
import { neededFor, preloadLinks, preloadsFor } from './preloads.ts'
import type { ShellFiles } from './shell-files.ts'
import { sendShellFile } from './shell-routes.ts'

export type PageParts = {
  shell: ShellFiles
  portal: PortalService
  overrides: Pick<OverridesService, 'requestedPage'>
  signedIn: SignedIn
  settings: Settings
  config: PortalConfig
  branding: Branding | undefined
  now: () => Date
}

type CachedPage = { etag: string; body: Buffer; compressed: Buffer | undefined }

/** Maximum number of cached pages. */
const maxPages = 100

/** The page of every screen, with its data, so that a signed-in reload needs no request before its first paint. */
export function createPage(options: PageParts): (c: Context<AppEnv>) => Promise<Response> {
  const { shell, portal, overrides, signedIn, settings, config, branding, now } = options
  const cache = new Map<string, CachedPage>()

  const cachedPage = (html: string, policy: string): CachedPage => {
    const known = cache.get(`${policy}${html}`)
    if (known) return known
    const body = Buffer.from(html)
    // A 304 doesn't update the policy in the browser's cache, so the policy is part of the tag.
    const tag = createHash('sha256').update(policy).update(body).digest('base64url').slice(0, 27)
    const page: CachedPage = { etag: `W/"${tag}"`, body, compressed: undefined }
    if (cache.size >= maxPages) cache.delete(cache.keys().next().value!)
    cache.set(`${policy}${html}`, page)
    return page
  }

  return async (c) => {
    const file = shell.file(c.req.path)
    if (file) return sendShellFile(c, file, 'no-cache')
    const [template, person] = await Promise.all([shell.page(), signedIn.visitor(c)])
    // A member view shows the portal as everyone runs it.
    const requested =
      person && !person.viewsAs ? await overrides.requestedPage(person, c.req.query()) : undefined
    const known = person && withOverride(await portal.portal(person), requested)
    const readsBrief = template.includes(pagePlaceholders.brief)
    const listed =
      known && readsBrief ? portal.briefFor(known, neededFor(known.composition, c.req.path)) : known
    const data = z.parse(pageData, {
      config,
      ...(listed ? { portal: listed } : {}),
      ...(requested ? { override: { asked: requested.asked, ...requested.override } } : {}),
    })
    const preloads = known ? preloadsFor(known.composition, c.req.path, shell.sharedFiles) : []
    const policies = new Set([...(known ? policiesOf(known) : []), ...(requested?.policies ?? [])])
    const isLong = policies.size > mostInHeader && template.includes(pagePlaceholders.policies)
    const policy = pagePolicy(settings, isLong ? undefined : [...policies], requested?.origins)
    const cookies = c.req.header('cookie') ?? ''
    const filled = template
      .replace(pagePlaceholders.settings, () => settingAttributes(cookies))
      .replace(pagePlaceholders.branding, () => brandingHead(branding, { isSignedIn: !!known }))
      .replace(pagePlaceholders.preload, () => preloadLinks(preloads))
      .replace(pagePlaceholders.firstPaint, () =>
        known ? firstPaint(known, new URL(c.req.url), now()) : firstPaintUnknown(config),
      )
      .replace(pagePlaceholders.data, () => dataElement(data))
      .replace(pagePlaceholders.brief, '')
      .replace(pagePlaceholders.policies, () => (isLong ? policyElement([...policies]) : ''))
    const page = cachedPage(filled, policy)
    const headers = new Headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-security-policy': policy,
      vary: 'Accept-Encoding, Cookie',
      etag: page.etag,
    })
    for (const cookie of renewedCookies(cookies, { secure: settings.production }))
      headers.append('set-cookie', cookie)
    if (isUnchanged(c.req.header('if-none-match'), page.etag)) {
      return new Response(null, { status: 304, headers })
    }
    if (!acceptsBrotli(c.req.header('accept-encoding'))) return htmlOf(page.body, headers)
    headers.set('content-encoding', 'br')
    page.compressed ??= await brotli(page.body)
    return htmlOf(page.compressed, headers)
  }
}

/** More names of policies than this would make a header that proxies refuse. */
const mostInHeader = 60

/** Restricts scripts as the header does, which allows any name then. */
function policyElement(policies: string[]): string {
  return `<meta http-equiv="content-security-policy" content="${escapeText(trustedTypesRule(policies))}">`
}

function withOverride(usual: PortalReply, requested: RequestedPage | undefined): PortalReply {
  return requested?.composition ? { ...usual, composition: requested.composition } : usual
}

/** The Trusted Types policies of the releases that this page may run. A stranger's page names none. */
function policiesOf({ composition }: PortalReply): string[] {
  return composition.remotes.flatMap(({ name, releases }) =>
    releases.map(({ release }) => trustedTypesPolicy(name, release)),
  )
}

/** Serializes page data as JSON. `<` is escaped, so that the data can't end its element. */
function dataElement(data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${pageDataElement}">${json}</script>`
}

function htmlOf(body: Buffer, headers: Headers): Response {
  return new Response(new Uint8Array(body), { headers })
}

/** Links in the page's head. The sign-in picture is only loaded early where the sign-in will be shown. */
function brandingHead(
  branding: Branding | undefined,
  { isSignedIn }: { isSignedIn: boolean },
): string {
  if (!branding) return ''
  const { iconUrl, sheetUrl, config } = branding
  const { signInPictureUrl } = config
  return [
    `<link rel="icon" href="${escapeText(iconUrl)}">`,
    ...(sheetUrl ? [`<link rel="stylesheet" href="${escapeText(sheetUrl)}">`] : []),
    ...(signInPictureUrl && !isSignedIn
      ? [`<link rel="preload" as="image" href="${escapeText(signInPictureUrl)}">`]
      : []),
  ].join('')
}

/** Trusted Types policies of the shell; `default` and gapi's are for Google's sign-in loader. */
const ownPolicies = ['portal-shell', 'portal-viewer', 'portal-remotes', 'default', 'gapi#gapi']

/**
 * The page's Content-Security-Policy. `policies` are the Trusted Types policies that releases use to load chunks; if they
 * aren't given, the page itself names them. `overrides` are the origins of developers' servers requested for this tab.
 */
function pagePolicy(
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
    // Firebase's popup for Google needs a script from Google. WebAssembly is only used by the viewer's worker, which has its
    // own policy.
    'script-src': [
      "'self'",
      ...(identity.kind === 'portal' ? [] : ['https://apis.google.com']),
      ...dev,
    ],
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
function trustedTypesRule(policies: string[]): string {
  return `trusted-types ${[...ownPolicies, ...policies, "'allow-duplicates'"].join(' ')}`
}
