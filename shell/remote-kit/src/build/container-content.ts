import type { Compiler } from '@rspack/core'

/** The alias of the remote's module; a path would make the bytes depend on the machine. */
export const containedRemote = 'contained-remote'

/** Puts the remote into its container's script. It runs when the shell asks for it. */
export function containerContent(container: string) {
  // CommonJS: an export of a module that nothing imports is dropped, and the remote with it.
  const content = `() => import(/* webpackMode: "eager" */ '${containedRemote}')`
  return {
    apply(compiler: Compiler) {
      new compiler.rspack.EntryPlugin(
        compiler.context,
        `data:text/javascript,module.exports = ${content}`,
        { name: container },
      ).apply(compiler)
    },
  }
}
