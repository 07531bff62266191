import { rspack } from '@rspack/core'

/** Puts text around the code that a page starts with: after it has become small, before it is hashed and compressed. */
export function entryBanner(banner: string, { footer = false } = {}) {
  return new rspack.BannerPlugin({
    banner,
    footer,
    raw: true,
    entryOnly: true,
    test: /\.js$/,
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  })
}

/**
 * Has Chrome compile what a page starts with while it comes in, and not function by function as they are called
 * (https://v8.dev/blog/explicit-compile-hints). Other browsers read it as a comment.
 */
export function compileAhead() {
  return entryBanner('//# allFunctionsCalledOnLoad')
}
