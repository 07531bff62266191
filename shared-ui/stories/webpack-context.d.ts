/** Rspack’s own: all modules of a folder. */
interface ImportMeta {
  webpackContext: (
    folder: string,
    options: { recursive: boolean; regExp: RegExp },
  ) => { keys: () => string[]; (key: string): unknown }
}
