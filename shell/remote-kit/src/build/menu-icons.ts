import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { menuIconId } from '@portal/contract/frame'
import { type Compiler, rspack } from '@rspack/core'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Icons = Record<string, ComponentType<{ id: string }>>

/** Adds the menu icons to the page as symbols: the page shows the menu before the shell runs. */
export function menuIcons(shellFolder: string) {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('menu-icons', (compilation) => {
        const hooks = rspack.HtmlRspackPlugin.getCompilationHooks(compilation)
        hooks.beforeEmit.tapPromise('menu-icons', async (data) => {
          const sprite = await spriteOf(shellFolder)
          data.html = data.html.replace('<!--menu-icons-->', () => sprite)
          return data
        })
      })
    },
  }
}

/** The icons as a hidden part of a page. */
export async function spriteOf(shellFolder: string): Promise<string> {
  const file = pathToFileURL(join(shellFolder, 'src/frame/navigation-icons.ts')).href
  const { navigationIcons } = (await import(file)) as { navigationIcons: Icons }
  const symbols: ReactNode[] = Object.entries(navigationIcons).map(([name, Icon]) =>
    createElement(Icon, { key: name, id: menuIconId(name) }),
  )
  const drawn = renderToStaticMarkup(createElement('svg', {}, symbols))
  // Each icon is a separate SVG; as a symbol it inherits its size and colour.
  const sprite = drawn
    .replaceAll(/<svg [^>]*?id="([^"]+)"[^>]*>/g, '<symbol id="$1" viewBox="0 0 24 24">')
    .replaceAll('</svg>', '</symbol>')
    .replace(/<\/symbol>$/, '</svg>')
    .replaceAll(/><\/(?:path|rect|circle|line|polyline|ellipse)>/g, '/>')
  return `<div hidden>${sprite}</div>`
}
