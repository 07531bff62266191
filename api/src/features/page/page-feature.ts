import type { AppParts } from '../../platform/app-parts.ts'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createPage, type PageParts } from './page.ts'
import { brandingRoutes, shellRoutes } from './shell-routes.ts'
import type { ShellFiles } from './shell-files.ts'
import { siteFiles } from './site-files.ts'

export { type Branding, defaultAccent } from './branding/make-branding.ts'
export { openBranding } from './branding/open-branding.ts'
export { devShell } from './dev-shell.ts'
export type { ShellFiles } from './shell-files.ts'

type Parts = Omit<PageParts, 'shell' | 'settings' | 'now'> & {
  shell: ShellFiles | undefined
  openapi: () => string
}

/** What a browser receives first: the page of every screen, the shell's files, and the foundation's branding. */
export function createPages({ settings, now }: AppParts, parts: Parts) {
  const { shell, branding, openapi } = parts
  const { securityContact } = settings.foundation
  return {
    page: shell && createPage({ ...parts, shell, settings, now }),
    routes(_serve: Serve, plain: ServePlain) {
      siteFiles(plain, { securityContact, now })
      if (shell) shellRoutes(plain, shell, { openapi })
      if (branding) brandingRoutes(plain, branding)
    },
  }
}
