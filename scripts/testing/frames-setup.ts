import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
import * as internals from 'happy-dom/lib/PropertySymbol.js'

/** The environment loads no page into an embedded frame, and would print a stack for each one. */
const { prototype: frame } = HTMLIFrameElement
const { prototype: element } = HTMLElement
Object.defineProperty(frame, internals.connectedToDocument, {
  value(this: HTMLElement) {
    Reflect.get(element, internals.connectedToDocument).call(this)
  },
})

/**
 * Every query by role reads styles, and each of them is copied once or more. Copying the flat records of its
 * properties takes a tenth of the usual `structuredClone`.
 */
CSSPropertyManager.prototype.clone = function clone() {
  const properties = Object.entries(this.properties).map(([name, property]) => [
    name,
    { ...property },
  ])
  return Object.assign(new CSSPropertyManager(), {
    properties: Object.fromEntries(properties),
    definedPropertyNames: { ...Reflect.get(this, 'definedPropertyNames') },
  })
}
