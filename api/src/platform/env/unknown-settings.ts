/** Variables of other programs that have a place in a portal's settings file: Node's, glibc's, proxies', Google's. */
const othersNames =
  /^(NODE_\w+|UV_\w+|MALLOC_\w+|OTEL_\w+|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|TZ|LANG|LC_\w+|PATH|HOME|TMPDIR|DEBUG|\w+_EMULATOR_HOST|GOOGLE_APPLICATION_CREDENTIALS|GOOGLE_CLOUD_PROJECT|GCLOUD_PROJECT|PORTAL_(URL|TOKEN))$/i

/**
 * The setting that an unknown name was probably meant to be. Undefined for every other name: an environment is full of
 * other programs' variables.
 */
export function resembledSetting(name: string, settings: readonly string[]): string | undefined {
  if (settings.includes(name)) return undefined
  const words = wordsOf(name)
  return (
    settings.find((setting) => isSameWords(words, wordsOf(setting))) ??
    settings.find((setting) => isMisspelled(words.join(''), wordsOf(setting).join('')))
  )
}

/** Whether a settings file may contain a name that isn't a setting's. */
export function isOtherPrograms(name: string): boolean {
  return othersNames.test(name)
}

/** In capitals and in the singular: `trusted-proxies` is `TRUSTED` and `PROXY`. */
function wordsOf(name: string): string[] {
  return name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .map((word) => word.replace(/(?<=..)(IES|S)$/, (end) => (end === 'IES' ? 'Y' : '')))
}

/** The same words in another order, or divided differently: `SIGNIN_DAYS`. A single word is too common. */
function isSameWords(words: string[], others: string[]): boolean {
  if (others.length === 1) return false
  return words.join('') === others.join('') || words.toSorted().join() === others.toSorted().join()
}

/** One wrong letter, or two in a long name. Short names have too many neighbors, such as `SORT` of `PORT`. */
function isMisspelled(letters: string, others: string): boolean {
  const tolerance = others.length < 7 ? 0 : others.length < 12 ? 1 : 2
  return tolerance > 0 && editDistance(letters, others) <= tolerance
}

/** How many letters have to be added, left out, replaced or swapped with the next one. */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let n = 1; n <= from.length; n += 1) {
    const next = [n]
    for (let m = 1; m <= to.length; m += 1) {
      const isSwap = n > 1 && m > 1 && from[n - 1] === to[m - 2] && from[n - 2] === to[m - 1]
      next[m] = Math.min(
        row[m]! + 1,
        next[m - 1]! + 1,
        row[m - 1]! + (from[n - 1] === to[m - 1] ? 0 : 1),
        isSwap ? before[m - 2]! + 1 : Infinity,
      )
    }
    before = row
    row = next
  }
  return row[to.length]!
}
