import { Refusal } from '../../refusal.ts'
import type { ShellFiles } from './shell-files.ts'

/** Development: fetches the page from the shell's dev server, which also serves its files. */
export function devShell(url: string): ShellFiles {
  return {
    async page() {
      try {
        const response = await fetch(new URL('/index.html', url), {
          signal: AbortSignal.timeout(5000),
        })
        if (!response.ok) throw new Error(`It returned ${response.status}.`)
        return await response.text()
      } catch (cause) {
        throw new Refusal('unavailable', `The shell’s dev server at ${url} isn’t responding.`, {
          cause,
        })
      }
    },
    file: () => undefined,
  }
}
