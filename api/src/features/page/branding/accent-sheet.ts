import type { Accent, AccentTokens } from './accent-tokens.ts'

/** Overrides tokens of `tokens.css`, wherever in the page that is: `:root` twice is more specific than once. */
export function accentSheet({ schemes: { light, dark } }: Accent): string {
  const names = Object.keys(light) as (keyof AccentTokens)[]
  const tokens = names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`)
  return `:root:root{${tokens.join(';')}}`
}
