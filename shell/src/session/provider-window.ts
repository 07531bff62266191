/** How long a window that seems closed may still bring an answer, in ms: a provider may cut it off from this page. */
const closedTime = 8000
/** How often to look whether it is closed, in ms. */
const lookEvery = 500

/** Opens the OpenID provider in a window, and resolves once the person is back from there. */
export async function askProvider(addressOf: () => Promise<string>): Promise<void> {
  // At once: a browser allows it only as part of the click.
  const opened = open('', 'portal-sign-in', 'popup,width=500,height=600')
  if (!opened) throw withCode('auth/popup-blocked')
  const channel = new BroadcastChannel('portal-sign-in')
  try {
    opened.location.href = await addressOf()
    await new Promise<void>((resolve, reject) => {
      channel.addEventListener('message', () => resolve())
      const look = setInterval(() => {
        if (!opened.closed) return
        clearInterval(look)
        setTimeout(() => reject(withCode('auth/popup-closed-by-user')), closedTime)
      }, lookEvery)
      channel.addEventListener('message', () => clearInterval(look))
    })
  } catch (error) {
    opened.close()
    throw error
  } finally {
    channel.close()
  }
}

/** `signInMessage` has the sentence. */
function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}
