/** A text with `{name}` for each value; with a plural, by the categories of the language. */
type Text = string | Plural
type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

type Values<T extends Text> = T extends string
  ? { [Name in NamesIn<T>]: string | number }
  : T extends Plural
    ? { [Name in NamesIn<T['other']>]: string | number } & { count: number }
    : never
type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type OtherTexts<English> = {
  [language: string]: { [Key in keyof English]?: English[Key] extends string ? string : Plural }
}

/**
 * Your texts by language, English at least. The returned function gives one in the portal's language (`de-CH`, then
 * `de`), or in English, with its values inserted: `text('found', { count: 3 })`. The result is text, never HTML.
 */
export function texts<const English extends Record<string, Text>>(
  languages: { en: English } & OtherTexts<English>,
) {
  return <Key extends keyof English & string>(
    key: Key,
    ...[values]: keyof Values<English[Key]> extends never ? [] : [Values<English[Key]>]
  ): string => {
    const wanted = portalLanguage()
    const language =
      [wanted, wanted.split('-')[0]!].find((each) => languages[each]?.[key] !== undefined) ?? 'en'
    const text: Text = languages[language]![key]!
    const given = (values ?? {}) as Record<string, string | number>
    const category = new Intl.PluralRules(language).select(Number(given['count']))
    const chosen = typeof text === 'string' ? text : (text[category] ?? text.other)
    return chosen.replaceAll(/\{(\w+)\}/g, (unknown, name: string) => {
      const value = given[name] ?? unknown
      return typeof value === 'number' ? value.toLocaleString(language) : value
    })
  }
}

/** The language of the page. */
export function portalLanguage(): string {
  return globalThis.document?.documentElement.lang || 'en'
}
