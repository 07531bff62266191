import { rspack } from '@rspack/core'

/** After the code has become small, before it is hashed and compressed. */
export const afterMinimize = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1

/**
 * Has Chrome compile what a page starts with while it comes in, and not function by function as they are called
 * (https://v8.dev/blog/explicit-compile-hints). Other browsers read it as a comment.
 */
export function compileAhead() {
  const banner = '//# allFunctionsCalledOnLoad'
  return new rspack.BannerPlugin({
    banner,
    raw: true,
    entryOnly: true,
    test: /\.js$/,
    stage: afterMinimize,
  })
}
