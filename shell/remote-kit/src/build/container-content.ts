import type { Compiler } from '@rspack/core'

/** The alias of the remote's module; a path would make the bytes depend on the machine. */
export const containedRemote = 'contained-remote'

/** Puts the remote into its container's script. It runs when the shell asks for it. */
export function containerContent(container: string) {
  // A statement, because an export that nothing imports is dropped, and the remote with it.
  const module = `data:text/javascript,(() => import(/* webpackMode: "eager" */ '${containedRemote}'))`
  return {
    apply(compiler: Compiler) {
      // Not earlier, because the script exports what was added last, which must be the container.
      compiler.hooks.entryOption.tap('container content', (context) => {
        new compiler.rspack.EntryPlugin(context, module, { name: container }).apply(compiler)
      })
    },
  }
}
