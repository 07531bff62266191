/**
 * Replaces https://apis.google.com/js/api.js, which both the sign-in popup and the emulator's own
 * frame load: the part of gapi.iframes that they use, between two pages of one origin. Google's own
 * needs the internet.
 */
export const googleLoader = `(() => {
  const own = {}
  const answer = async (handlers, name, data, reply) => {
    const result = await handlers[name]?.(data)
    reply?.([result])
  }
  window.__frameHandlers = own
  const opened = (element) => {
    const handlers = {}
    const ready = new Promise((resolve) => { element.__ready = resolve })
    element.__handlers = handlers
    return {
      restyle: async () => {},
      ping: (done) => ready.then(() => { done?.(); return [{ status: 'ACK' }] }),
      register: (name, handler) => { handlers[name] = handler },
      send: (name, data, reply) => ready.then(() => answer(element.contentWindow.__frameHandlers, name, data, reply)),
    }
  }
  const context = {
    open: ({ where, url, attributes }, onOpen) => {
      const element = document.createElement('iframe')
      Object.assign(element.style, attributes?.style ?? {})
      element.src = url
      const frame = opened(element)
      where.appendChild(element)
      return Promise.resolve(onOpen(frame))
    },
    getParentIframe: () => {
      const element = window.frameElement
      setTimeout(() => element.__ready(), 0)
      return {
        register: (name, handler) => { own[name] = handler },
        send: (name, data, reply) => answer(element.__handlers, name, data, reply),
      }
    },
  }
  window.gapi = {
    load: (_, options) => setTimeout(() => (options.callback ?? options)(), 0),
    iframes: { Iframe: function () {}, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  }
  const named = new URL(document.currentScript.src).searchParams.get('onload')
  if (named) window[named]()
  window.gapi_onload?.()
})()`
