const owners = [Array, Function, JSON, Map, Object, Promise, Set, String].flatMap((owner) =>
  'prototype' in owner ? [owner, owner.prototype] : [owner],
)
const originals = owners.map((owner) => Object.getOwnPropertyDescriptors(owner))

/**
 * Puts back the built-ins that this module found when it was evaluated. What has been added since then stays.
 *
 * The polyfills of pdf.js's older build replace some for the whole page, for rare cases that it doesn't need: all
 * browsers get another `Function.prototype.toString`, some another `Array.prototype.includes` or `JSON.parse`. The shell
 * would hold that against the release that shows the paper.
 */
export function putBackBuiltIns(): void {
  for (const [index, owner] of owners.entries()) Object.defineProperties(owner, originals[index]!)
}
