import styles from 'happy-dom/lib/css/declaration/computed-style/config/CSSComputedStyleElementDefault.js'

/**
 * A query by role asks the environment thousands of small questions: whether an element matches each of a hundred simple
 * selectors, and how it and its ancestors are displayed. The environment answers each in general, with a parser and a
 * cascade, which takes most of the time of a screen test. Here they are answered directly, with the same results. Any
 * other question still goes to the environment.
 */
const view = document.defaultView!
const patched = Symbol.for('portal.queries')

if (!Reflect.has(view, patched)) {
  Reflect.set(view, patched, true)
  const matches = Reflect.get(Element.prototype, 'matches') as (
    this: Element,
    selector: string,
  ) => boolean
  Reflect.set(Element.prototype, 'matches', function isMatching(this: Element, selector: string) {
    const simple = simpleSelector(selector)
    return simple ? isMatch(this, simple) : matches.call(this, selector)
  })
  const computedStyle = view.getComputedStyle.bind(view)
  view.getComputedStyle = (element) => {
    const read = (property: string) =>
      isDefault(element, property)
        ? defaultOf(element, property)
        : computedStyle(element).getPropertyValue(property)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return read
        if (name === 'pointerEvents') return read('pointer-events')
        if (name === 'display' || name === 'visibility') return read(name)
        const value: unknown = Reflect.get(computedStyle(element), name)
        return value
      },
    })
  }
}

type Simple = { tag: string; attributes: { name: string; value?: string; isAbsent: boolean }[] }

const known = new Map<string, Simple | undefined>()

/** A selector of a tag and its attributes, as testing-library makes one for each role; undefined for any other. */
function simpleSelector(selector: string): Simple | undefined {
  if (known.has(selector)) return known.get(selector)
  const attribute = /(?<not>:not\()?\[(?<name>[a-z-]+)(?:="(?<value>[^"]*)")?\]\)?/
  const whole = new RegExp(`^(?<tag>[a-z]\\w*)(?<rest>(?:${unnamed(attribute)})*)$`)
  const { tag, rest } = whole.exec(selector)?.groups ?? {}
  const attributes = [...(rest ?? '').matchAll(new RegExp(attribute, 'g'))].map(({ groups }) => {
    const { name, value, not } = groups!
    return { name: name!, ...(value === undefined ? {} : { value }), isAbsent: not !== undefined }
  })
  const simple = tag === undefined ? undefined : { tag, attributes }
  known.set(selector, simple)
  return simple
}

function unnamed({ source }: RegExp): string {
  return source.replaceAll(/\?<\w+>/g, '?:')
}

function isMatch(element: Element, { tag, attributes }: Simple): boolean {
  return (
    element.localName === tag &&
    attributes.every(({ name, value, isAbsent }) => {
      const has =
        value === undefined ? element.hasAttribute(name) : element.getAttribute(name) === value
      return has !== isAbsent
    })
  )
}

/** Whether nothing styles an element in its document: tests have no style sheets, only attributes. */
function isDefault(element: Element, property: string): boolean {
  if (!['display', 'visibility', 'pointer-events'].includes(property)) return false
  if (property !== 'visibility') return !element.hasAttribute('style')
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.hasAttribute('style')) return false
  }
  return true
}

function defaultOf(element: Element, property: string): string {
  if (property !== 'display' || !element.isConnected) return ''
  const all = styles as Record<string, string | { default: string; open: string }>
  const own = all[element.tagName] ?? ''
  const text =
    typeof own === 'string' ? own : own.default + (Reflect.get(element, 'open') ? own.open : '')
  return /.*display: ([\w-]+);/.exec(text)?.[1] ?? ''
}
