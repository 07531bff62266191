import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { pageData, pageDataElement } from '@portal/contract/portal'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { integrityOf } from '../../platform/files/bytes.ts'
import { adoptRelease } from '../releases/publishing/adopt-release.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi, type TestApi, type TestIdentity } from '../../testing/test-api.ts'
import type { ShellFiles } from './shell-files.ts'
import { productionEnv } from '../../platform/env/production-fixture.ts'

const script = 'console.log(1)'
const shell: ShellFiles = {
  page: async () =>
    '<!doctype html><html data-settings=""><head><!--branding--><!--preload--></head><body><div id="portal"><!--first-paint--></div><!--page-data--><script src="/assets/shell.1.js"></script></body>',
  file: (path) =>
    path === '/assets/shell.1.js' || path === '/favicon.svg'
      ? {
          bytes: new Uint8Array(Buffer.from(script)),
          compressed: new Uint8Array([1, 2, 3]),
          etag: '"shell-1"',
          type: path.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript; charset=utf-8',
        }
      : undefined,
}

let api: TestApi
beforeAll(async () => {
  api = await testApi({ ports: { shell } })
  await adoptRemote('meetings', 'members', {
    '/meetings': ['meetings.js', 'screen.css'],
    'slot:dashboard': ['meetings.js', 'slot.js'],
  })
  await adoptRemote('admin', 'admins', { '/admin': ['admin.js'] })
})
afterAll(() => api.close())

async function adoptRemote(
  name: string,
  audience: string,
  preload: Record<string, string[]>,
  { ports } = api,
) {
  const names = [...new Set(['container.js', ...Object.values(preload).flat()])]
  const empty = new Uint8Array()
  const files = names.map((file) => ({ file, integrity: integrityOf(empty), size: 0 }))
  const manifest = {
    name,
    audience,
    files,
    preload,
    contract: 1,
    routes: [`/${name}`],
    reading: [{ below: `/${name}`, query: 'material' }],
    navigation: [{ to: `/${name}`, label: `Board & ${titleOf(name)}`, icon: 'users', order: 1 }],
    slots: preload['slot:dashboard'] ? [{ slot: 'dashboard', component: 'part', order: 1 }] : [],
    release: '1-a',
    version: '1',
    entry: 'container.js',
    global: name.replaceAll('-', '_'),
    shared: {},
  }
  await adoptRelease(ports, {
    name,
    read: async (file) => {
      if (file === 'release.json') return Buffer.from(JSON.stringify(manifest))
      return names.includes(file) ? empty : undefined
    },
  })
}

const titleOf = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

const page = async (path: string, as?: TestIdentity | string, headers = {}) => {
  const cookie = typeof as === 'string' ? as : as && `__session=${api.tokenFor(as)}`
  return api.request(path, { headers: { ...headers, ...(cookie ? { cookie } : {}) } })
}
const dataOf = (html: string) => {
  const element = `<script type="application/json" id="${pageDataElement}">`
  const json = html.slice(html.indexOf(element) + element.length)
  return z.parse(pageData, JSON.parse(json.slice(0, json.indexOf('</script>'))))
}
const preloadsOf = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="(\w+)"[^>]* href="([^"]+)">/g)].map(
    ([, as, href]) => `${as} ${href!.split('/').at(-1)}`,
  )
const wei: TestIdentity = {
  email: 'wei.chen@larkspur.example',
  provider: 'google.com',
  displayName: 'Wei',
}

describe('the page', () => {
  it.each(['/', '/login', '/meetings/2026/q/4', '/anything/at/all', '/resources/view/x.y'])(
    'responds to every screen’s path: %s',
    async (path) => {
      const response = await page(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
    },
  )

  it.each([
    '/api',
    '/api/x',
    '/assets/x',
    '/remotes',
    '/emulator/x',
    '/identitytoolkit.googleapis.com/x',
    '/.env',
    '/%2Eenv',
    '/.git/config',
    '/.well-known/x',
    '/meetings/.env',
    '/.DS_Store',
  ])('never sends the page for a machine’s path: %s', async (path) => {
    const response = await page(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })

  it('contains only the configuration for someone who isn’t signed in, for any content of the cookie', async () => {
    const expired = { ...wei, expiresIn: -60 }
    const stranger = { ...wei, email: 'wei@evil-larkspur.example' }
    for (const as of [undefined, '__session=nonsense', '__session=', expired, stranger]) {
      const html = await (await page('/meetings', as)).text()
      expect(dataOf(html).config.foundation.domain).toBe('larkspur.example')
      expect(dataOf(html).portal).toBeUndefined()
      expect(preloadsOf(html)).toEqual([])
    }
  })

  it('applies the device’s settings, and renews their cookies for another year', async () => {
    const unset = await page('/')
    expect(await unset.text()).toContain('<html data-text-size="A" data-menu-folded="auto">')
    expect(unset.headers.getSetCookie()).toEqual([])
    const set = await page('/', 'portal.text-size=A++; portal.menu-folded=true')
    expect(await set.text()).toContain('<html data-text-size="A++" data-menu-folded="true">')
    expect(set.headers.getSetCookie()).toEqual([
      'portal.text-size=A++; Path=/; Max-Age=31536000; SameSite=Lax',
      'portal.menu-folded=true; Path=/; Max-Age=31536000; SameSite=Lax',
    ])
    const wrong = await page('/', 'portal.text-size="><script>; portal.menu-folded=false')
    expect(await wrong.text()).toContain('<html data-text-size="A" data-menu-folded="false">')
    expect(wrong.headers.getSetCookie()).toHaveLength(1)
  })

  it('shows a signed-in person the frame and the dashboard’s greeting before any script runs', async () => {
    const greeted = await (await page('/', { ...wei, displayName: '<b>Wei' })).text()
    expect(greeted).toMatch(/<h1>Good (morning|afternoon|evening), &lt;b&gt;Wei<\/h1>/)
    const elsewhere = await (await page('/calendar', wei)).text()
    expect(elsewhere).toContain('<b>Board Portal</b></div>')
    expect(elsewhere).not.toContain('<h1>')
  })

  it('shows them the menu, and marks the current entry', async () => {
    const menuOf = (html: string) =>
      [
        ...html
          .split('</nav>')[0]!
          .matchAll(/<a href="([^"]+)"( aria-current="page")?[^>]*>.*?<span>(.*?)<\/span>/g),
      ].map(([, to, current, label]) => `${label} ${to}${current ? ' (here)' : ''}`)
    expect(menuOf(await (await page('/', wei)).text())).toEqual([
      'Dashboard / (here)',
      'Board &amp; Meetings /meetings',
    ])
    expect(menuOf(await (await page('/meetings/2026/q/4', wei)).text())).toEqual([
      'Dashboard /',
      'Board &amp; Meetings /meetings (here)',
    ])
  })

  it('reserves space for what the shell will render', async () => {
    const placesOf = async (path: string) => {
      const html = await (await page(path, wei)).text()
      return html.match(/<span class="(block|line)">/g)?.length
    }
    expect(await placesOf('/')).toBe(1)
    expect(await placesOf('/meetings')).toBe(6)
  })

  it('shows no menu where a paper will have the page', async () => {
    const first = await (await page('/meetings/2026/q/4?material=agenda', wei)).text()
    expect(first).toContain('<div class="first-paint reading">')
    expect(first).not.toContain('<nav')
    const list = await (await page('/meetings/2026/q/4', wei)).text()
    expect(list).toContain('<nav aria-label="Main">')
  })

  it('shows a visitor the foundation’s name, and no menu', async () => {
    const html = await (await page('/')).text()
    expect(html).toContain('<b>Larkspur')
    expect(html).not.toContain('<nav')
  })

  it('contains a signed-in person’s portal, without what is for admins', async () => {
    const html = await (await page('/', wei)).text()
    const { portal } = dataOf(html)
    expect(portal?.person.email).toBe('wei.chen@larkspur.example')
    expect(portal?.composition.remotes.map(({ name }) => name)).toEqual(['meetings'])
    const admin = await page('/', {
      email: 'ruth.abelman@larkspur.example',
      provider: 'google.com',
    })
    expect(dataOf(await admin.text()).portal?.composition.remotes).toHaveLength(2)
  })

  it('contains the portal as a member sees it for an admin who asks for that, and for nobody else', async () => {
    const ruth = { email: 'ruth.abelman@larkspur.example', provider: 'google.com' } as const
    const html = await (await page('/meetings?as=member-drafts', ruth)).text()
    const { portal } = dataOf(html)
    expect(portal?.person).toMatchObject({ isAdmin: false, viewsAs: 'member-drafts' })
    expect(portal?.composition.remotes.map(({ name }) => name)).toEqual(['meetings'])
    expect(html).not.toContain('/admin')
    const usual = await (await page('/meetings', wei)).text()
    expect(await (await page('/meetings?as=member-drafts', wei)).text()).toBe(usual)
  })

  it('preloads what its path needs, with integrity', async () => {
    const html = await (await page('/meetings/2026/q/4', wei)).text()
    expect(preloadsOf(html)).toEqual([
      'script container.js',
      'script meetings.js',
      'style screen.css',
    ])
    expect(html).toContain(`integrity="${integrityOf(new Uint8Array())}"`)
    expect(preloadsOf(await (await page('/', wei)).text())).toContain('script slot.js')
    expect(preloadsOf(await (await page('/meetings-elsewhere', wei)).text())).toEqual([])
    expect(preloadsOf(await (await page('/admin', wei)).text())).toEqual([])
  })

  it('keeps data from ending its element or becoming code', async () => {
    const evil = { ...wei, displayName: '</script><script>alert(1)</script><!--page-data-->$&' }
    const html = await (await page('/', evil)).text()
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toContain('alert(1)</script>')
    expect(dataOf(html).portal?.person.displayName).toBe(evil.displayName)
  })

  it('returns 304 if unchanged, and another page for another person', async () => {
    const etag = (await page('/', wei)).headers.get('etag')!
    expect((await page('/', wei, { 'if-none-match': etag })).status).toBe(304)
    expect((await page('/', undefined, { 'if-none-match': etag })).status).toBe(200)
  })

  it('sends the page in Brotli to clients that accept it', async () => {
    const response = await page('/', wei, { 'accept-encoding': 'br' })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(dataOf(brotliDecompressSync(bytes).toString()).portal).toBeDefined()
  })

  it('responds to HEAD', async () => {
    const response = await api.request('/meetings', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('a foundation’s own branding', () => {
  const sample = join(import.meta.dirname, '../../../sample/branding')
  const branded = async () => {
    const other = await testApi({
      ports: { shell },
      env: {
        FOUNDATION_LOGO: join(sample, 'logo.png'),
        FOUNDATION_SIGN_IN_PICTURE: join(sample, 'sign-in.webp'),
        FOUNDATION_ACCENT: '#7a1f3d',
      },
    })
    onTestFinished(() => other.close())
    const html = async (cookie = '') => (await other.request('/', { headers: { cookie } })).text()
    return { other, html, signedIn: `__session=${other.tokenFor(wei)}` }
  }
  const addressesIn = (html: string) => [
    ...new Set(html.match(/\/branding\/[\w.-]+/g)?.map((address) => address)),
  ]

  it('puts the logo into the page before any script runs, at its size and in its color', async () => {
    const { html, signedIn } = await branded()
    const outside = await html()
    const transaction = await html(signedIn)
    for (const text of [outside, transaction]) {
      const head = text.slice(0, text.indexOf('</head>'))
      expect(head).toMatch(/<link rel="icon" href="\/branding\/icon\.[0-9a-f]{32}\.png">/)
      expect(head).toMatch(/<link rel="stylesheet" href="\/branding\/accent\.[0-9a-f]{32}\.css">/)
    }
    const logo =
      /<img class="logo" src="\/branding\/logo\.\w+\.webp" alt="([^"]*)" width="140" height="240">/
    // Next to its own name the logo has no other one.
    expect(logo.exec(outside)?.[1]).toBe('')
    expect(logo.exec(transaction)?.[1]).toBe('Larkspur Foundation')
    expect(outside).toContain('<link rel="preload" as="image" href="/branding/sign-in.')
    expect(transaction).not.toContain('rel="preload" as="image"')
  })

  it('shows strangers exactly the files that their page names, for a year', async () => {
    const { other, html } = await branded()
    const addresses = addressesIn(await html())
    const kinds = addresses.map((address) => address.replace(/\.[0-9a-f]{32}\./, '.')).toSorted()
    expect(kinds).toEqual([
      '/branding/accent.css',
      '/branding/icon.png',
      '/branding/logo.webp',
      '/branding/sign-in.webp',
    ])
    for (const address of addresses) {
      const response = await other.request(address)
      expect([address, response.status]).toEqual([address, 200])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    const [first] = addresses
    for (const address of [
      '/branding',
      '/branding/',
      '/branding/logo.png',
      '/branding/..%2fpackage.json',
      `${first}.map`,
      first!.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    ]) {
      const response = await other.request(address)
      expect([address, response.status]).toEqual([address, 404])
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    }
  })

  it('names no path of the server in what strangers read', async () => {
    const { other, html } = await branded()
    const config = await (await other.request('/api/config')).text()
    expect(config).toContain('/branding/logo.')
    for (const text of [config, await html()]) expect(text).not.toContain('api/sample')
  })

  it('has a monogram in place of a wide logo in the folded menu', async () => {
    const file = join(temporaryFolder(), 'wide.png')
    const create = { width: 400, height: 100, channels: 3, background: '#24427a' } as const
    await sharp({ create }).png().toFile(file)
    const other = await testApi({ ports: { shell }, env: { FOUNDATION_LOGO: file } })
    const cookie = `__session=${other.tokenFor(wei)}`
    const transaction = await (await other.request('/', { headers: { cookie } })).text()
    const outside = await (await other.request('/')).text()
    await other.close()
    expect(transaction).toMatch(
      /<img class="logo wide"[^>]*><span class="mark" aria-hidden="true">L</,
    )
    expect(outside).toMatch(/<img class="logo wide"[^>]* alt="Larkspur Foundation"[^>]*><\/div>/)
  })

  it('uses a monogram and the portal’s own color without settings', async () => {
    const html = await (await page('/', wei)).text()
    expect(html).toContain('<span class="mark" aria-hidden="true">L</span><b>Board Portal</b>')
    expect(addressesIn(html)).toHaveLength(1)
    expect(html).toMatch(/<link rel="icon" href="\/branding\/icon\.[0-9a-f]{32}\.svg">/)
  })
})

describe('the page’s policy', () => {
  const policyOf = async (env: Record<string, string> = {}) => {
    const other = await testApi({ ports: { shell }, env })
    const policy = (await other.request('/')).headers.get('content-security-policy')!
    await other.close()
    return Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name, ...values] = directive.split(' ')
        return [name, values]
      }),
    )
  }

  it('allows nothing of Google’s where the portal signs people in itself', async () => {
    const policy = await policyOf({ IDENTITY: 'portal' })
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['connect-src']).toEqual(["'self'"])
    expect(policy['frame-src']!.join(' ')).not.toContain('firebase')
  })

  it('allows no inline script, and only the configured frames', async () => {
    const policy = await policyOf({ EMBED_HOSTS: 'airtable.com,*.vimeo.com' })
    expect(policy['default-src']).toEqual(["'none'"])
    expect(policy['script-src']).toEqual(["'self'", 'https://apis.google.com'])
    expect(policy['style-src']).toEqual(["'self'"])
    expect(policy['connect-src']).toEqual(["'self'"])
    expect(policy['frame-src']).toEqual([
      "'self'",
      'https://airtable.com',
      'https://*.airtable.com',
      'https://*.vimeo.com',
    ])
    expect(policy['worker-src']).toEqual(["'self'"])
    expect(policy['frame-ancestors']).toEqual(["'none'"])
    expect(policy['require-trusted-types-for']).toEqual(["'script'"])
  })

  const trustedTypesFor = async (as?: TestIdentity) => {
    const policy = (await page('/login', as)).headers.get('content-security-policy')!
    return policy.split('trusted-types portal-shell portal-viewer')[1]!
  }

  it('names the Trusted Types policies of the releases that the reader may run', async () => {
    expect(await trustedTypesFor(wei)).toMatch(/ portal-meetings-1-a 'allow-duplicates'$/)
    const admin = { email: 'ruth.abelman@larkspur.example', provider: 'google.com' }
    expect(await trustedTypesFor(admin)).toContain('portal-admin-1-a portal-meetings-1-a')
  })

  it('names no remote and no release to a stranger, in the page, its headers or the settings', async () => {
    expect(await trustedTypesFor()).toBe(" portal-remotes default gapi#gapi 'allow-duplicates'")
    const expired = { ...wei, expiresIn: -60 }
    const stranger = { ...wei, email: 'wei@evil-larkspur.example' }
    for (const as of [undefined, expired, stranger]) {
      for (const path of [
        '/',
        '/login',
        '/meetings',
        '/admin',
        '/api/config',
        '/remotes/admin/1-a/x',
      ]) {
        const response = await page(path, as)
        const headers = [...response.headers].flat().join('\n')
        const sent = `${headers}${(await response.text()).replaceAll(path, '')}`
        expect([path, /1-a|meetings|\badmin\b|container/i.exec(sent)?.[0]]).toEqual([
          path,
          undefined,
        ])
      }
    }
  })

  it('allows a dev server’s workers, which need blob URLs', async () => {
    const policy = await policyOf({ SHELL_DEV_URL: 'http://localhost:3010' })
    expect(policy['worker-src']).toEqual(["'self'", 'http://localhost:3010', 'blob:'])
  })

  it('includes the policy in the ETag, so that no 304 keeps an old policy', async () => {
    const [before, after] = await Promise.all(
      ['', 'meetings@http://localhost:3011'].map(async (DEV_REMOTES) => {
        const other = await testApi({ ports: { shell }, env: { DEV_REMOTES } })
        const response = await other.request('/login')
        await other.close()
        return { etag: response.headers.get('etag'), html: await response.text() }
      }),
    )
    expect(before!.html).toBe(after!.html)
    expect(before!.etag).not.toBe(after!.etag)
  })

  it('allows Firebase if it is used', async () => {
    const policy = await policyOf({
      ...productionEnv,
      FIREBASE_AUTH_DOMAIN: 'larkspur.firebaseapp.com',
    })
    expect(policy['connect-src']).toContain('https://identitytoolkit.googleapis.com')
    expect(policy['connect-src']).toContain('https://securetoken.googleapis.com')
    expect(policy['frame-src']).toContain('https://larkspur.firebaseapp.com')
  })
})

describe('the shell’s files', () => {
  it('serves files as immutable for a year, and compressed for clients that accept it', async () => {
    const plain = await api.request('/assets/shell.1.js')
    expect(await plain.text()).toBe(script)
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-security-policy')).toContain("script-src 'self'")
    const headers = { 'accept-encoding': 'br' }
    const small = await api.request('/assets/shell.1.js', { headers })
    expect(small.headers.get('content-encoding')).toBe('br')
    const known = await api.request('/assets/shell.1.js', {
      headers: { 'if-none-match': '"shell-1"' },
    })
    expect(known.status).toBe(304)
  })

  it('also serves files at the root, where they must be revalidated', async () => {
    const icon = await api.request('/favicon.svg')
    expect(icon.headers.get('content-type')).toBe('image/svg+xml')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('the page of a portal with many remotes', () => {
  const withMany = async (template: string) => {
    const many = await testApi({ ports: { shell: { ...shell, page: async () => template } } })
    onTestFinished(() => many.close())
    for (let n = 0; n < 70; n += 1) {
      await adoptRemote(`team-${n}`, 'members', { [`/team-${n}`]: ['screen.js'] }, many)
    }
    const cookie = `__session=${many.tokenFor(wei)}`
    const response = await many.request('/team-7/papers', { headers: { cookie } })
    const html = await response.text()
    const policy = response.headers.get('content-security-policy')!
    return { html, policy, remotes: dataOf(html).portal!.composition.remotes }
  }
  const usual = () => shell.page()

  it('lists in full only what it opens, for a shell that reads brief entries of the others', async () => {
    const { remotes } = await withMany(
      (await usual()).replace('<head>', '<head><!--brief-releases-->'),
    )
    const whole = remotes.filter(({ releases }) => !releases[0]!.brief)
    expect(whole.map(({ name }) => name)).toEqual(['team-7'])
    expect(remotes).toHaveLength(70)
    const older = await withMany(await usual())
    expect(older.remotes.every(({ releases }) => !releases[0]!.brief)).toBe(true)
  })

  it('lists the policies of releases at the start of its head if a header would be too long', async () => {
    const { html, policy } = await withMany(
      (await usual()).replace('<head>', '<head><!--policies-->'),
    )
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('trusted-types portal')
    expect(policy).not.toContain('portal-team-1-1-a')
    const [, head] = /^<!doctype html><html[^>]*><head>(<meta[^>]*>)/.exec(html)!
    expect(head).toContain('content="trusted-types portal-shell ')
    expect(head).toContain(' portal-team-1-1-a ')
    const older = await withMany(await usual())
    expect(older.policy).toContain(' portal-team-1-1-a ')
  })
})
