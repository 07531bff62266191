import * as internals from 'happy-dom/lib/PropertySymbol.js'

/** The environment loads no page into an embedded frame, and would print a stack for each one. */
const { prototype: frame } = HTMLIFrameElement
const { prototype: element } = HTMLElement
Object.defineProperty(frame, internals.connectedToDocument, {
  value(this: HTMLElement) {
    Reflect.get(element, internals.connectedToDocument).call(this)
  },
})
