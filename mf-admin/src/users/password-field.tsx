import {
  passwordFaults,
  isLongEnough,
  minimumPasswordLength,
  passwordFault,
  type PasswordContext,
} from '@portal/domain/password-rule'
import { TextField } from '@portal/shared-ui/field'
import styles from './password-field.module.css'
import { loadCommonPasswords } from '@portal/remote-kit/common-passwords'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useQuery } from '@portal/remote-kit/query'

type PasswordFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  fault: ReturnType<typeof usePasswordFault>
  required?: boolean
  hint?: string
}

/** A new password, why it can't be used, else how strong it is and what would make it stronger. */
export function PasswordField({ required = false, hint, fault, ...field }: PasswordFieldProps) {
  const isMissing = required && field.value === ''
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="new-password"
      maxLength={1000}
      required={required}
      hint={
        <>
          {hint && <p>{hint}</p>}
          <div className={styles.strength}>
            <p role="status">{isMissing ? passwordFaults.short : fault?.sentence}</p>
            {/* A strength next to the error would praise a refused password. */}
            {(fault === undefined || fault.isTooShort) && <Strength password={field.value} />}
          </div>
        </>
      }
    />
  )
}

function Strength({ password }: { password: string }) {
  const { points, label, missing } = passwordStrength(password)
  return (
    <>
      {password !== '' && (
        <div className={styles.bar} data-label={label} aria-hidden="true">
          {Array.from({ length: 6 }, (_, index) => (
            <span key={index} className={styles.point} data-on={index < points || undefined} />
          ))}
        </div>
      )}
      <p role="status">
        {password !== '' && (
          <>
            Strength: <strong>{label}</strong>.
            {missing.length > 0 && ` Missing: ${missing.join(', ')}.`}
          </>
        )}
      </p>
    </>
  )
}

type PasswordStrength = {
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

const commonPasswordsQuery = queryOptions({
  queryKey: ['admin', 'common-passwords'],
  queryFn: loadCommonPasswords,
  staleTime: Infinity,
})

const noPasswords: ReadonlySet<string> = new Set()

/**
 * Why this password can't be used, by the API's rule; undefined for none or an empty one. The list of common passwords
 * is loaded with the first character; until then, the API alone refuses those.
 */
export function usePasswordFault(
  password: string,
  person: PasswordContext['person'],
): { sentence: string; isTooShort: boolean } | undefined {
  const { foundation } = usePortal().config
  const { data: common = noPasswords } = useQuery({
    ...commonPasswordsQuery,
    enabled: password !== '',
  })
  if (password === '') return undefined
  const fault = passwordFault(password, { common, person, foundation })
  return fault && { sentence: passwordFaults[fault], isTooShort: fault === 'short' }
}
