/** Settings per device with their possible values; the first one is the default. */
const settings = {
  'text-size': ['A', 'A+', 'A++'],
  /** `auto`: folded where the page needs its width, on a tablet that is held upright. */
  'menu-folded': ['auto', 'false', 'true'],
} as const

export type DeviceSetting = keyof typeof settings
export type ValueOf<Setting extends DeviceSetting> = (typeof settings)[Setting][number]

export const textSizes = settings['text-size']
export type TextSize = ValueOf<'text-size'>

/** How long a device keeps an unused setting, in seconds. */
const maxAge = 365 * 24 * 60 * 60

/** A setting's value in the cookies of a request or document. */
export function settingIn<Setting extends DeviceSetting>(
  cookies: string,
  setting: Setting,
): ValueOf<Setting> {
  return storedValue(cookies, setting) ?? settings[setting][0]
}

/** The cookie that stores a setting; also used by the page's own code. */
export function settingCookie<Setting extends DeviceSetting>(
  setting: Setting,
  value: ValueOf<Setting>,
  { secure }: { secure: boolean },
): string {
  const pair = `${nameOf(setting)}=${value}`
  return `${pair}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Cookies that extend the lifetime of the settings in a request. */
export function renewedCookies(cookies: string, attributes: { secure: boolean }): string[] {
  return names.flatMap((setting) => {
    const value = storedValue(cookies, setting)
    return value ? settingCookie(setting, value, attributes) : []
  })
}

/** The attributes of the root element that styles depend on: `data-text-size="A+" data-menu-folded="auto"`. */
export function settingAttributes(cookies: string): string {
  return names.map((setting) => `data-${setting}="${settingIn(cookies, setting)}"`).join(' ')
}

const names = Object.keys(settings) as DeviceSetting[]

function nameOf(setting: DeviceSetting): string {
  return `portal.${setting}`
}

function storedValue<Setting extends DeviceSetting>(cookies: string, setting: Setting) {
  const kept = cookies.split('; ')
  const values: readonly ValueOf<Setting>[] = settings[setting]
  return values.find((value) => kept.includes(`${nameOf(setting)}=${value}`))
}
