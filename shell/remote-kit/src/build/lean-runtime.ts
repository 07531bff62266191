import { type Compiler, rspack } from '@rspack/core'

/**
 * The federation plugin names the CommonJS files of its runtime, from which nothing can be left out, and
 * which would stand beside their ES twins. Comes after that plugin, whose alias it corrects.
 */
export function leanRuntime() {
  return {
    apply(compiler: Compiler) {
      new rspack.NormalModuleReplacementPlugin(/@module-federation[\\/].*\.cjs$/, (resolve) => {
        resolve.request = esTwin(resolve.request)
      }).apply(compiler)
      compiler.hooks.afterPlugins.tap('lean-runtime', () => {
        const { alias } = compiler.options.resolve
        if (!alias) return
        for (const [name, target] of Object.entries(alias)) {
          if (name.startsWith('@module-federation/') && typeof target === 'string') {
            alias[name] = esTwin(target)
          }
        }
      })
    },
  }
}

function esTwin(file: string): string {
  return file.replace(/\.cjs$/, '.js')
}
