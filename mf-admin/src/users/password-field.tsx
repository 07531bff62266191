import { TextField } from '@portal/shared-ui/field'
import styles from './password-field.module.css'
import { isLongEnough, passwordStrength } from './password-strength.ts'
import { userSentences } from './users-sentences.ts'

type PasswordFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  required?: boolean
  hint?: string
}

/** A new password, how strong it is and what it lacks. */
export function PasswordField({
  label,
  value,
  onChange,
  required = false,
  hint,
}: PasswordFieldProps) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      maxLength={1000}
      required={required}
      value={value}
      onChange={onChange}
      hint={
        <>
          {hint && <p>{hint}</p>}
          <Strength password={value} needed={required || value !== ''} />
        </>
      }
    />
  )
}

function Strength({ password, needed }: { password: string; needed: boolean }) {
  const { points, label, missing } = passwordStrength(password)
  return (
    <div className={styles.strength}>
      {needed && !isLongEnough(password) && <p>{userSentences.passwordTooShort}</p>}
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
    </div>
  )
}
