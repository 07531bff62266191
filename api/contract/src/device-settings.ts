/** What a reader sets for a device, with the values it may have; the first one where nothing is set. */
const settings = {
  'text-size': ['A', 'A+', 'A++'],
  'menu-folded': ['false', 'true'],
} as const

export type DeviceSetting = keyof typeof settings
export type ValueOf<Setting extends DeviceSetting> = (typeof settings)[Setting][number]

export const textSizes = settings['text-size']
export type TextSize = ValueOf<'text-size'>

/** How long a device keeps a setting that isn't used, in seconds. */
const maxAge = 365 * 24 * 60 * 60

/** What is set, by the cookies of a request or of the document. */
export function settingIn<Setting extends DeviceSetting>(
  cookies: string,
  setting: Setting,
): ValueOf<Setting> {
  return keptIn(cookies, setting) ?? settings[setting][0]
}

/** The cookie that keeps a setting. The page's own code reads and writes it too. */
export function settingCookie<Setting extends DeviceSetting>(
  setting: Setting,
  value: ValueOf<Setting>,
  { secure }: { secure: boolean },
): string {
  const pair = `${nameOf(setting)}=${value}`
  return `${pair}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The cookies that keep for longer what a request's cookies set. */
export function renewedCookies(cookies: string, attributes: { secure: boolean }): string[] {
  return names.flatMap((setting) => {
    const value = keptIn(cookies, setting)
    return value ? settingCookie(setting, value, attributes) : []
  })
}

/** The attributes of a page's root that the styles go by: `data-text-size="A+" data-menu-folded="false"`. */
export function settingAttributes(cookies: string): string {
  return names.map((setting) => `data-${setting}="${settingIn(cookies, setting)}"`).join(' ')
}

const names = Object.keys(settings) as DeviceSetting[]

function nameOf(setting: DeviceSetting): string {
  return `portal.${setting}`
}

function keptIn<Setting extends DeviceSetting>(cookies: string, setting: Setting) {
  const kept = cookies.split('; ')
  const values: readonly ValueOf<Setting>[] = settings[setting]
  return values.find((value) => kept.includes(`${nameOf(setting)}=${value}`))
}
