import { isLongEnough, minimumPasswordLength } from '@portal/domain/password-rule'

export type PasswordStrength = {
  /** 0 to 6. */
  points: number
  label: 'Weak' | 'Fair' | 'Good' | 'Strong'
  /** What would make it stronger, in words. */
  missing: string[]
}

const kinds = [
  { name: 'a lowercase letter', pattern: /\p{Ll}/u },
  { name: 'an uppercase letter', pattern: /\p{Lu}/u },
  { name: 'a digit', pattern: /\d/u },
  { name: 'a special character', pattern: /[^\p{L}\d]/u },
]

/** Two points for the length, one for each kind of character (specification, section 5). */
export function passwordStrength(password: string): PasswordStrength {
  const long = isLongEnough(password)
  const absent = kinds.filter(({ pattern }) => !pattern.test(password)).map(({ name }) => name)
  const points = (long ? 2 : 0) + kinds.length - absent.length
  return {
    points,
    label: points <= 2 ? 'Weak' : points <= 4 ? 'Fair' : points === 5 ? 'Good' : 'Strong',
    missing: [...(long ? [] : [`at least ${minimumPasswordLength} characters`]), ...absent],
  }
}
