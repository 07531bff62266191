import type { ComposedRelease } from '@portal/contract/releases'
import { fileMissing, loadCode } from '@portal/shared-ui/load-code'
import { guardStyles } from './shown-styles.ts'

const sheets = new Map<string, Promise<void>>()

/**
 * Adds the style sheets of a release's container to the page; resolves when they have loaded. They
 * apply once something of the release is shown. Its chunks load theirs. `query` makes the address new.
 */
export async function loadStyles(
  { base, files, stylesFirst, dev }: ComposedRelease,
  query: string,
  silenceLimit: number,
): Promise<void> {
  guardStyles(base)
  const styles = files.filter(({ file }) => stylesFirst?.includes(file) ?? file.endsWith('.css'))
  await Promise.all(
    styles.map(({ file, integrity }) => {
      const url = `${base}${file}${query}`
      const known = sheets.get(url)
      if (known) return known
      const add = () => addSheet(url, dev ? '' : integrity)
      const sheet = dev ? add() : loadCode([url], add, { silenceLimit })
      sheets.set(url, sheet)
      sheet.catch(() => sheets.delete(url))
      return sheet
    }),
  )
}

function addSheet(url: string, integrity: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = 'anonymous'
  link.integrity = integrity
  link.href = url
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(Object.assign(new Error(`The style sheet ${url} didn’t load`), { name: fileMissing }))
    })
    document.head.append(link)
  })
}
