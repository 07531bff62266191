/**
 * The oldest supported browsers, for the build, the lint check of web APIs and the docs. `light-dark()` requires the
 * first two.
 */
export const supportedBrowsers = [
  'chrome >= 123',
  'safari >= 17.5',
  'ios_saf >= 17.5',
  'firefox >= 121',
]
